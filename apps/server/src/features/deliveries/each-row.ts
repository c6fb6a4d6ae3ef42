import { outcomeOf } from '../../platform/outcome-of-rows.ts'
import { isRemoteFailure } from '@huoqiao/connector-kit'
import type { BulkOutcome, RowOutcome } from '@huoqiao/contract/wire'
import { isRefusal } from '../../platform/refusal.ts'
import { explainMarketplaceFailure } from '../marketplace/index.ts'

export type RowSaid = { ok: boolean; message: string; word?: string; id?: string }

/** Each row in a transaction of its own: one that is refused, or that 1688 refuses, leaves the others alone. */
export async function eachRow<T>(
  items: readonly T[],
  keyOf: (item: T) => string,
  work: (item: T) => Promise<RowSaid>,
): Promise<BulkOutcome> {
  const rows: RowOutcome[] = []
  for (const item of items) {
    const key = keyOf(item)
    try {
      rows.push({ key, ...(await work(item)) })
    } catch (error) {
      if (isRefusal(error)) rows.push(refused(key, error.word, error.detail.why ?? error.message))
      else if (isRemoteFailure(error)) {
        const { word, message, detail } = explainMarketplaceFailure(error)
        rows.push(refused(key, word, detail.why === undefined ? message : `${message}：${detail.why}`))
      } else throw error
    }
  }
  return outcomeOf(rows)
}

const refused = (key: string, word: string, message: string): RowOutcome => ({ key, ok: false, word, message })
