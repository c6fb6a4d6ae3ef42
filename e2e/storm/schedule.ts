import { chanceOf } from './chance.ts'

/** One stroke: at which node, after how much quiet, and for how long. */
export type Stroke = { kind: StrokeKind; node: number; quietMs: number; forMs: number; skewMs: number }
export type StrokeKind = 'kill' | 'freeze' | 'cut' | 'silence' | 'backends' | 'skew'
export type Strokes = Readonly<Record<StrokeKind, number>>

/** Milliseconds of quiet before a stroke. */
const QUIET: readonly [number, number] = [800, 4_500]
const SHORTEST_MS = 5_000
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** A little wrong a clock may be; with one of the others no node may work. */
export const SKEWS: readonly number[] = [11 * MINUTE_MS, -11 * MINUTE_MS, DAY_MS, -DAY_MS, 40_000, -40_000]
export const isTooFar = (skewMs: number): boolean => Math.abs(skewMs) > MINUTE_MS

/** The same for one seed and size, whatever the machine does: which strokes, in which order, at which node, how long. */
export function scheduleOf(seed: string, size: { strokes: Strokes; nodes: number; longestMs: number }): Stroke[] {
  const chance = chanceOf(seed, 'strokes')
  const kinds = (Object.entries(size.strokes) as [StrokeKind, number][]).flatMap(([kind, times]) =>
    Array.from({ length: times }, () => kind),
  )
  for (let at = kinds.length - 1; at > 0; at--) {
    const other = chance.whole(0, at)
    const kind = kinds[at]!
    kinds[at] = kinds[other]!
    kinds[other] = kind
  }
  let skews = 0
  return kinds.map((kind) => ({
    kind,
    node: chance.whole(0, size.nodes - 1),
    quietMs: chance.whole(...QUIET),
    // Mostly short ones: the long ones are there, but do not fill the storm.
    forMs: SHORTEST_MS + Math.round((size.longestMs - SHORTEST_MS) * chance.next() ** 3),
    skewMs: kind === 'skew' ? SKEWS[skews++ % SKEWS.length]! : 0,
  }))
}
