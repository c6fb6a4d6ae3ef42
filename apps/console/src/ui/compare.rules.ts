/** Where two texts differ: from the first differing character to the last, as half-open spans in each. */
export type ChangedSpan = { from: number; oldTo: number; newTo: number }

/**
 * Removes equal beginnings and endings. Counts whole characters, so that a surrogate pair is never split. Two empty spans mean that the
 * texts are equal.
 */
export function changedSpan(old: string, next: string): ChangedSpan {
  const a = Array.from(old)
  const b = Array.from(next)
  const most = Math.min(a.length, b.length)
  let head = 0
  while (head < most && a[head] === b[head]) head += 1
  let tail = 0
  while (tail < most - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail += 1
  const from = a.slice(0, head).join('').length
  const end = a.slice(a.length - tail).join('').length
  return { from, oldTo: old.length - end, newTo: next.length - end }
}
