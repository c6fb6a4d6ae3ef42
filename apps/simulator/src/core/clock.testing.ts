/**
 * Simulated time stays at this moment until a test moves it: no bucket refills, no limit resets, nothing expires and no alarm fires between
 * two lines, however slow the machine. Far from midnight in every time zone in which the vendors count days.
 */
const HELD_AT = Date.UTC(2026, 10, 11, 4)

export const heldTime = (): number => HELD_AT
