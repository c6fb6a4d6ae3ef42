/** Pseudo-random numbers from 0 to below 1, the same for one seed and label (mulberry32 over an FNV-1a hash). */
export type Chance = {
  next(): number
  /** a whole number, both ends included */
  whole(from: number, to: number): number
}

/** Each actor has a random stream of its own, so that the order of the actors does not change what they draw. */
export function chanceOf(seed: string, label: string): Chance {
  let state = hashOf(`${seed} ${label}`)
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return { next, whole: (from, to) => from + Math.floor(next() * (to - from + 1)) }
}

function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (const char of text) hash = Math.imul(hash ^ char.codePointAt(0)!, 0x01000193)
  return hash
}
