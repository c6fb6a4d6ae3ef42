import { outcomeOf } from '../../platform/outcome-of-rows.ts'
import type { BulkOutcome, RefusalWord, RowOutcome } from '@huoqiao/contract'
import type { Db, Tx } from '../../db/db.ts'
import type { Call } from '../../platform/call.ts'
import type { ProductDoc } from './products.types.ts'
import type { ProductWriting } from './writing.service.ts'

/** Products of one transaction: long enough to be quick, short enough to hold nobody up. */
const CHUNK = 50

/** One row of a bulk action that could not be done; the others are. */
export type Refused = { word: RefusalWord; message: string }
/** What is told of a row that was done otherwise than the others; `partly`: not all of it could be. */
export type DoneSo = { message: string; partly: boolean }
export type Step = (tx: Tx, doc: ProductDoc) => Promise<Refused | DoneSo | undefined>
export type EachProduct = (call: Call, ids: readonly string[], done: string, step: Step) => Promise<BulkOutcome>

/** Runs a step on each product, a chunk a transaction, and tells what became of each id that was asked for. */
export const eachProductOf =
  ({ db, writing }: { db: Db; writing: ProductWriting }): EachProduct =>
  async (call, ids, done, step) => {
    const rows = new Map<string, RowOutcome>()
    const wanted = [...new Set(ids)]
    for (let from = 0; from < wanted.length; from += CHUNK) {
      const chunk = wanted.slice(from, from + CHUNK)
      const outcomes = await db.transaction(async (tx) => {
        const docs = new Map((await writing.load(tx, chunk, { forUpdate: true })).map((doc) => [doc.id, doc]))
        const found: [string, RowOutcome][] = []
        for (const key of chunk) {
          const doc = docs.get(key)
          const told = doc ? await step(tx, doc) : { word: 'not-found' as const, message: '商品不存在或已被删除' }
          if (told && 'word' in told) found.push([key, { key, ok: false, ...told }])
          else {
            if (doc) call.notes.object('product', key, doc.title)
            found.push([key, { key, ok: true, message: done, id: key, ...told }])
          }
        }
        return found
      })
      for (const [key, outcome] of outcomes) rows.set(key, outcome)
    }
    return outcomeOf(ids.map((id) => rows.get(id)!))
  }
