import type { BulkOutcome, RefusalWord } from '@huoqiao/contract'
import type { Db, Tx } from '../../db/db.ts'
import type { Call } from '../../platform/call.ts'
import { eachRow } from '../../platform/each-row.ts'
import { outcomeOf } from '../../platform/outcome-of-rows.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { ProductDoc } from './products.types.ts'
import type { ProductWriting } from './writing.service.ts'

/** A row of a bulk action that was refused: its writes are rolled back, and the other rows continue. */
export type Refused = { word: RefusalWord; message: string }
/** A row that was done, with a message about it; `partly`: only part of it could be done. */
export type DoneSo = { message: string; partly: boolean }
export type Step = (tx: Tx, doc: ProductDoc) => Promise<Refused | DoneSo | undefined>
export type EachProduct = (call: Call, ids: readonly string[], done: string, step: Step) => Promise<BulkOutcome>

/** Runs a step on each product in its own transaction, and returns an outcome for each requested id, including repeated ones. */
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
