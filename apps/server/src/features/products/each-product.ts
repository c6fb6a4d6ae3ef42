import type { BulkOutcome, RefusalWord } from '@huoqiao/contract'
import type { Db, Tx } from '../../db/db.ts'
import type { Call } from '../../platform/call.ts'
import { eachRow } from '../../platform/each-row.ts'
import { outcomeOf } from '../../platform/outcome-of-rows.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { ProductDoc } from './products.types.ts'
import type { ProductWriting } from './writing.service.ts'

/** One row of a bulk action that could not be done: what was written for it is taken back, and the others are done. */
export type Refused = { word: RefusalWord; message: string }
/** What is told of a row that was done otherwise than the others; `partly`: not all of it could be. */
export type DoneSo = { message: string; partly: boolean }
export type Step = (tx: Tx, doc: ProductDoc) => Promise<Refused | DoneSo | undefined>
export type EachProduct = (call: Call, ids: readonly string[], done: string, step: Step) => Promise<BulkOutcome>

/** Runs a step on each product in a transaction of its own, and tells what became of each id that was asked for, also twice. */
export const eachProductOf =
  ({ db, writing }: { db: Db; writing: ProductWriting }): EachProduct =>
  async (call, ids, done, step) => {
    const { rows } = await eachRow([...new Set(ids)], String, (key) =>
      db.transaction(async (tx) => {
        const [doc] = await writing.load(tx, [key], { forUpdate: true })
        if (!doc) throw new Refusal('not-found', { why: '商品不存在或已被删除' })
        const reported = await step(tx, doc)
        if (reported && 'word' in reported) throw new Refusal(reported.word, { why: reported.message })
        call.notes.object('product', key, doc.title)
        return { ok: true, message: done, id: key, ...reported }
      }),
    )
    const outcomes = new Map(rows.map((row) => [row.key, row]))
    return outcomeOf(ids.map((id) => outcomes.get(id)!))
  }
