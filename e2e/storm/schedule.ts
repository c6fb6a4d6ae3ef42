import { chanceOf } from './chance.ts'

/** One fault: at which node, after how long a pause, and for how long. */
export type ScheduledFault = {
  kind: FaultKind
  node: number
  quietMs: number
  forMs: number
  skewMs: number
  /** of an aimed freeze, at the first node that reaches the moment */
  aim: Aim | undefined
}
export type FaultKind = 'kill' | 'freeze' | 'aimed' | 'cut' | 'silence' | 'backends' | 'skew' | 'postgres' | 'full'
export type FaultCounts = Readonly<Record<FaultKind, number>>

/**
 * Moments of a remote act: its intent is written and nothing else; it waits in the connector's queue; it may be sent but was not; its
 * request was sent and nobody has recorded the outcome; a transaction of any kind holds a lock.
 */
export const MOMENTS = ['intent', 'queue', 'marked', 'sent', 'transaction'] as const
export type Moment = (typeof MOMENTS)[number]
export const ACT_KINDS = ['place', 'pay', 'refund', 'cancel', 'fulfil'] as const
/** `act`: the kind that is preferred */
export type Aim = { moment: Moment; act: (typeof ACT_KINDS)[number] }

/** Milliseconds without a fault before the next one. */
const QUIET: readonly [number, number] = [800, 4_500]
const SHORTEST_MS = 5_000
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** A clock may be wrong by a small amount; with one of the others a node must refuse to work. */
const SKEWS: readonly number[] = [11 * MINUTE_MS, -11 * MINUTE_MS, DAY_MS, -DAY_MS, 40_000, -40_000]
export const isTooFar = (skewMs: number): boolean => Math.abs(skewMs) > MINUTE_MS

/** Each moment in turn, and after each round of them with the next kind of act. */
const aimOf = (count: number): Aim => ({
  moment: MOMENTS[count % MOMENTS.length]!,
  act: ACT_KINDS[(count + Math.floor(count / MOMENTS.length)) % ACT_KINDS.length]!,
})

/** The same for one seed and size on any machine: the faults, their order, nodes and durations. */
export function scheduleOf(
  seed: string,
  size: { faults: FaultCounts; nodes: number; longestMs: number },
): ScheduledFault[] {
  const chance = chanceOf(seed, 'strokes')
  const kinds = (Object.entries(size.faults) as [FaultKind, number][]).flatMap(([kind, times]) =>
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
 * Mostly short: long faults exist, but do not fill the storm. An aimed freeze lasts longer, because the other nodes need a minute to react.
 */
const lengthOf = (kind: FaultKind, drawn: number): number => (kind === 'aimed' ? drawn : drawn ** 3)
