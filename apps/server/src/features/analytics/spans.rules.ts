/** Spans for which sums of goods are stored, besides single days. A week begins on Monday. */
export const SPANS = ['week', 'month', 'quarter', 'year'] as const
export type Span = (typeof SPANS)[number]
export type Grain = 'day' | Span
const GRAINS: readonly Grain[] = ['day', ...SPANS]

/** Adjacent days or spans, from the first to the last, each named by its first day. `sign`: whether their sums are added or subtracted. */
export type Piece = { grain: Grain; from: string; to: string; sign: 1 | -1 }

const DAY_MS = 86_400_000
const instantOf = (day: string): number => Date.parse(`${day}T00:00:00Z`)
const dayOf = (instant: number): string => new Date(instant).toISOString().slice(0, 10)

export const addDays = (day: string, days: number): string => dayOf(instantOf(day) + days * DAY_MS)
/** How many days, both ends included. */
export const daysIn = (from: string, to: string): number => Math.round((instantOf(to) - instantOf(from)) / DAY_MS) + 1
export const eachDay = (from: string, to: string): string[] =>
  Array.from({ length: Math.max(0, daysIn(from, to)) }, (_none, at) => addDays(from, at))

/** Monday is 1, Sunday 7. */
export const weekdayOf = (day: string): number => ((new Date(instantOf(day)).getUTCDay() + 6) % 7) + 1

const MONTHS = { month: 1, quarter: 3, year: 12 } as const

/** Days are numbers since 1970-01-01 here, because the search below visits some hundreds of them. */
function firstOf(grain: Grain, day: number): number {
  if (grain === 'day') return day
  // 1970-01-05 was a Monday.
  if (grain === 'week') return day - ((day + 3) % 7)
  const date = new Date(day * DAY_MS)
  const month = date.getUTCMonth()
  return Date.UTC(date.getUTCFullYear(), month - (month % MONTHS[grain]), 1) / DAY_MS
}
/** Day after the last day of the span that begins on `first`. */
function endOf(grain: Grain, first: number): number {
  if (grain === 'day') return first + 1
  if (grain === 'week') return first + 7
  const date = new Date(first * DAY_MS)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + MONTHS[grain], 1) / DAY_MS
}

/** First day of the span that contains `day`. */
export const spanOf = (grain: Span, day: string): string => dayOf(firstOf(grain, instantOf(day) / DAY_MS) * DAY_MS)

/** Relative number of rows to read: a day has fewer than a longer span, because not all goods are sold every day. */
const COSTS: Readonly<Record<Grain, number>> = { day: 1, week: 2, month: 2, quarter: 2, year: 2 }

/** One span added or subtracted, as a move over all its days: forward or back. */
type Step = { grain: Grain; first: number; sign: 1 | -1; from: number; to: number }

function stepsFrom(day: number): Step[] {
  const steps: Step[] = []
  for (const grain of GRAINS) {
    if (firstOf(grain, day) === day) steps.push({ grain, first: day, sign: 1, from: day, to: endOf(grain, day) })
    const first = firstOf(grain, day - 1)
    if (endOf(grain, first) === day) steps.push({ grain, first, sign: -1, from: day, to: first })
  }
  return steps
}

/**
 * Covers the days `from` to `to` with the fewest rows to read, as spans that are added and spans that are subtracted: the cheapest path from the
 * first day to the day after the last. `last`: the last day with sales. A period that reaches it may end on any later day, because those days add
 * nothing.
 */
export function piecesOf(from: string, to: string, last: string): Piece[] {
  if (from > to) return []
  const end = instantOf(to) / DAY_MS + 1
  const isOpen = to >= last
  const cameBy = new Map<number, Step | undefined>()
  const waiting: (readonly [day: number, by: Step | undefined])[][] = [[[instantOf(from) / DAY_MS, undefined]]]
  for (let cost = 0; cost < waiting.length; cost += 1)
    for (const [day, by] of waiting[cost] ?? []) {
      if (cameBy.has(day)) continue
      cameBy.set(day, by)
      if (day === end || (isOpen && day > end)) return joined(wayTo(day, cameBy))
      for (const step of stepsFrom(day)) (waiting[cost + COSTS[step.grain]] ??= []).push([step.to, step])
    }
  throw new Error(`no way from ${from} to ${to}`)
}

function wayTo(day: number, cameBy: ReadonlyMap<number, Step | undefined>): Step[] {
  const way: Step[] = []
  for (let step = cameBy.get(day); step; step = cameBy.get(step.from)) way.unshift(step)
  return way
}

/** Adjacent spans with the same grain and sign are read as one. */
function joined(steps: readonly Step[]): Piece[] {
  const runs: Step[][] = []
  for (const step of steps) {
    const [before] = runs.at(-1) ?? []
    if (before?.grain === step.grain && before.sign === step.sign) runs.at(-1)!.push(step)
    else runs.push([step])
  }
  return runs.map((run) => {
    const firsts = run.map(({ first }) => first)
    const [{ grain, sign }] = run as [Step]
    return { grain, from: dayOf(Math.min(...firsts) * DAY_MS), to: dayOf(Math.max(...firsts) * DAY_MS), sign }
  })
}

/**
 * The period to compare with: the same number of days right before (`previous`), or the same days moved back by the whole weeks needed to avoid an
 * overlap (`weekdays`).
 */
export function comparedWith(from: string, to: string, how: 'previous' | 'weekdays'): { from: string; to: string } {
  const length = daysIn(from, to)
  const back = how === 'previous' ? length : Math.ceil(length / 7) * 7
  return { from: addDays(from, -back), to: addDays(to, -back) }
}
