import type { BulkOutcome } from '@huoqiao/contract/wire'
import { isCallError } from './call-error.ts'

/** Splits a list into parts of at most `size`, in order. */
export function inPieces<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size))
}

const mergeOutcomes = (outcomes: readonly BulkOutcome[]): BulkOutcome => ({
  succeeded: outcomes.reduce((sum, one) => sum + one.succeeded, 0),
  failed: outcomes.reduce((sum, one) => sum + one.failed, 0),
  rows: outcomes.flatMap((one) => one.rows),
})

/** As `inPieces`, but all rows of one group are in the same part. No group is larger than `size`. */
export function groupsInPieces<T>(all: readonly T[], size: number, groupOf: (one: T) => string): T[][] {
  const groups = new Map<string, T[]>()
  for (const one of all) groups.set(groupOf(one), [...(groups.get(groupOf(one)) ?? []), one])
  const pieces: T[][] = []
  for (const group of groups.values()) {
    const last = pieces.at(-1)
    if (last && last.length + group.length <= size) last.push(...group)
    else pieces.push([...group])
  }
  return pieces
}

export const actInPieces = <T>(
  all: readonly T[],
  size: number,
  keyOf: (one: T) => string,
  act: (piece: T[]) => Promise<BulkOutcome>,
): Promise<BulkOutcome> => actOnPieces(inPieces(all, size), keyOf, act)

/**
 * Makes one call per part, one after the other. When the call of a part fails as a whole, each of its rows counts as failed with the
 * failure's sentence, so that the outcome of earlier parts is still shown.
 */
export async function actOnPieces<T>(
  pieces: readonly T[][],
  keyOf: (one: T) => string,
  act: (piece: T[]) => Promise<BulkOutcome>,
): Promise<BulkOutcome> {
  const outcomes: BulkOutcome[] = []
  for (const piece of pieces) {
    try {
      outcomes.push(await act(piece))
    } catch (error) {
      if (!isCallError(error)) throw error
      const rows = piece.map((one) => ({ key: keyOf(one), ok: false, message: error.message }))
      outcomes.push({ succeeded: 0, failed: rows.length, rows })
    }
  }
  return mergeOutcomes(outcomes)
}
