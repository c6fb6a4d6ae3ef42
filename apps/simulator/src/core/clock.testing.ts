/**
 * A morning that never passes: simulated time stands there until a test moves it, so that no bucket refills, no limit
 * forgets, nothing expires and nothing rings between two lines, however slow the machine. Far from midnight in every
 * zone that the vendors count days in.
 */
const HELD_AT = Date.UTC(2026, 10, 11, 4)

export const heldTime = (): number => HELD_AT
