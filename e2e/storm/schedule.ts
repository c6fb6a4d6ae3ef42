import { chanceOf } from './chance.ts'

/** One stroke: at which node, after how much quiet, and for how long. */
export type Stroke = {
  kind: StrokeKind
  node: number
  quietMs: number
  forMs: number
  skewMs: number
  /** of an aimed freeze, at whichever node comes to it first */
  aim: Aim | undefined
}
export type StrokeKind = 'kill' | 'freeze' | 'aimed' | 'cut' | 'silence' | 'backends' | 'skew' | 'postgres' | 'full'
export type Strokes = Readonly<Record<StrokeKind, number>>

/**
 * Moments of a remote act: its intent is written and nothing else; it waits in the connector's queue; it may leave and has not; its
 * request is out and nobody noted what came of it; a transaction of any kind holds a lock.
 */
export const MOMENTS = ['intent', 'queue', 'marked', 'sent', 'transaction'] as const
export type Moment = (typeof MOMENTS)[number]
export const ACT_KINDS = ['place', 'pay', 'refund', 'cancel', 'fulfil'] as const
/** `act`: the kind that is waited for first */
export type Aim = { moment: Moment; act: (typeof ACT_KINDS)[number] }

/** Milliseconds of quiet before a stroke. */
const QUIET: readonly [number, number] = [800, 4_500]
const SHORTEST_MS = 5_000
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** A little wrong a clock may be; with one of the others no node may work. */
const SKEWS: readonly number[] = [11 * MINUTE_MS, -11 * MINUTE_MS, DAY_MS, -DAY_MS, 40_000, -40_000]
export const isTooFar = (skewMs: number): boolean => Math.abs(skewMs) > MINUTE_MS

/** Each moment in turn, and after each round of them with the next kind of act. */
const aimOf = (count: number): Aim => ({
  moment: MOMENTS[count % MOMENTS.length]!,
  act: ACT_KINDS[(count + Math.floor(count / MOMENTS.length)) % ACT_KINDS.length]!,
})

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
  let aims = 0
  return kinds.map((kind) => ({
    kind,
    node: chance.whole(0, size.nodes - 1),
    quietMs: chance.whole(...QUIET),
    forMs: SHORTEST_MS + Math.round((size.longestMs - SHORTEST_MS) * lengthOf(kind, chance.next())),
    skewMs: kind === 'skew' ? SKEWS[skews++ % SKEWS.length]! : 0,
    aim: kind === 'aimed' ? aimOf(aims++) : undefined,
  }))
}

/**
 * Mostly short ones: the long ones are there, but do not fill the storm. What was aimed well lasts longer, for what the others do
 * about it takes a minute.
 */
const lengthOf = (kind: StrokeKind, drawn: number): number => (kind === 'aimed' ? drawn : drawn ** 3)
