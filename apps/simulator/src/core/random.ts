/**
 * Seeded pseudo-random numbers. The world is drawn from them, so equal seeds give equal worlds on every machine;
 * Math.random is never used in the simulator.
 */

/** 32-bit hash of text (FNV-1a with a final avalanche), stable across runs. */
export function hash32(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) {
    hash ^= text.charCodeAt(i)
    hash = Math.imul(hash, 0x01000193)
  }
  hash ^= hash >>> 16
  hash = Math.imul(hash, 0x85ebca6b)
  hash ^= hash >>> 13
  hash = Math.imul(hash, 0xc2b2ae35)
  hash ^= hash >>> 16
  return hash >>> 0
}

/** Hex text of `length` digits derived from `text`; not for real secrets. */
export function hexOf(text: string, length: number): string {
  let out = ''
  for (let i = 0; out.length < length; i++) out += hash32(`${i}:${text}`).toString(16).padStart(8, '0')
  return out.slice(0, length)
}

/** A stream of numbers in [0,1) that depends only on the seed and the label (the "sfc32" generator). */
export function randomStream(seed: string, label: string): () => number {
  let a = hash32(`a:${seed}:${label}`)
  let b = hash32(`b:${seed}:${label}`)
  let c = hash32(`c:${seed}:${label}`)
  let counter = 1
  return () => {
    const t = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (c << 21) | (c >>> 11)
    c = (c + t) | 0
    return (t >>> 0) / 4_294_967_296
  }
}

/** Draws from one stream: whole numbers in [low, high], a member of a list, a yes or no with a probability. */
export type Draw = {
  next(): number
  whole(low: number, high: number): number
  one<T>(list: readonly T[]): T
  some<T>(list: readonly T[], count: number): T[]
  chance(probability: number): boolean
}

export function drawFrom(next: () => number): Draw {
  const whole = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1))
  return {
    next,
    whole,
    one: (list) => list[whole(0, list.length - 1)]!,
    some: (list, count) => {
      const rest = [...list]
      const taken = []
      while (taken.length < count && rest.length > 0) taken.push(...rest.splice(whole(0, rest.length - 1), 1))
      return taken
    },
    chance: (probability) => next() < probability,
  }
}
