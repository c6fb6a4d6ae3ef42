/** A part of a time, both days included, of which sums by day or by month are added, or taken away again. */
export type Piece = { grain: 'day' | 'month'; from: string; to: string; sign: 1 | -1 }

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

const monthOf = (day: string): string => `${day.slice(0, 7)}-01`
const nextMonth = (month: string): string => monthOf(addDays(month, 31))
const endOf = (month: string): string => addDays(nextMonth(month), -1)

/**
 * The days `from` to `to` in as few rows as it takes: whole months, and at the ends days, or the month less the days that are not in it. `last` is
 * the last day of which there is anything: the month that it stands in ends with it.
 */
export function piecesOf(from: string, to: string, last: string): Piece[] {
  const end = to >= last ? endOf(monthOf(to)) : to
  const days = (first: string, until: string, sign: Piece['sign']): Piece[] =>
    first > until ? [] : [{ grain: 'day', from: first, to: until, sign }]
  const months = (first: string, until: string): Piece[] =>
    first > until ? [] : [{ grain: 'month', from: first, to: until, sign: 1 }]
  const [head, tail] = [monthOf(from), monthOf(end)]
  if (head === tail) {
    const isMonthShort = end === endOf(tail) && daysIn(head, from) - 1 < daysIn(from, end)
    return isMonthShort ? [...months(head, head), ...days(head, addDays(from, -1), -1)] : days(from, end, 1)
  }
  const isHeadShort = daysIn(from, endOf(head)) <= daysIn(head, from) - 1
  const isTailShort = daysIn(tail, end) <= daysIn(end, endOf(tail)) - 1
  return [
    ...months(isHeadShort ? nextMonth(head) : head, isTailShort ? monthOf(addDays(tail, -1)) : tail),
    ...(isHeadShort ? days(from, endOf(head), 1) : days(head, addDays(from, -1), -1)),
    ...(isTailShort ? days(tail, end, 1) : days(addDays(end, 1), endOf(tail), -1)),
  ]
}

/** The time that is compared with: as many days right before, or as many whole weeks earlier as it takes. */
export function comparedWith(from: string, to: string, how: 'previous' | 'weekdays'): { from: string; to: string } {
  const length = daysIn(from, to)
  const back = how === 'previous' ? length : Math.ceil(length / 7) * 7
  return { from: addDays(from, -back), to: addDays(to, -back) }
}
