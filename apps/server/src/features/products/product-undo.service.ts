import type { ENDPOINTS, InputOf, OutputOf } from '@huoqiao/contract'
import type { Db, Tx } from '../../db/db.ts'
import type { By, Call } from '../../platform/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import { eachProductOf } from './each-product.ts'
import { changesBetween } from './edit.rules.ts'
import { rewound } from './past.rules.ts'
import { priced, signed } from './prices.rules.ts'
import type { ProductClaims } from './product-claims.service.ts'
import { whyNotEdit } from './products.rules.ts'
import {
  findBatch,
  findRevision,
  findRevisionAt,
  findRevisions,
  findRevisionsSince,
  productExists,
} from './products.store.ts'
import type { Change, ProductDoc } from './products.types.ts'
import { pastView, revisionView } from './products.view.ts'
import { contentOf } from './source.mapping.ts'
import { undoneWhereStill, undoneWords } from './undo-batch.rules.ts'
import { changesOfField, sourcesAfterUndo, undone } from './undo.rules.ts'
import { consistencyFault } from './variants.rules.ts'
import type { ProductWriting, Written } from './writing.service.ts'

type Endpoints = typeof ENDPOINTS
export type ProductUndo = ReturnType<typeof productUndo>
type Deps = { db: Db; writing: ProductWriting; claims: Pick<ProductClaims, 'tellClaimed'> }
type Taken = { written: Written } | { why: string }

/** History (beyond, item 3): shows earlier states of a product and undoes one edit or a whole bulk action. */
export function productUndo({ db, writing, claims }: Deps) {
  const eachProduct = eachProductOf({ db, writing })

  /** Saves a product whose fields were set back. */
  async function keep(tx: Tx, doc: ProductDoc, back: ProductDoc, reason: string, by: By): Promise<Taken> {
    const terms = await writing.termsFor(tx, back.storeIds)
    const stores = back.storeIds.flatMap((id) => terms.get(id) ?? [])
    const after: ProductDoc = {
      ...back,
      // Claims added since then keep their prices; prices of removed claims are removed. A restored price keeps its former author.
      variants: signed(
        back.variants,
        back.variants.map((variant) => ({ ...variant, prices: priced(variant, stores, false) })),
        { by: by.name, at: writing.now().getTime() },
      ),
    }
    const fault = consistencyFault(after, stores)
    if (fault) return { why: `撤销后商品会不完整：${fault.message}` }
    const changes = changesBetween(doc, after)
    if (changes.length === 0) return { why: '现在的内容已经和撤销后一样' }
    const theirs = after.source === null ? undefined : contentOf(after.source)
    after.fieldSources = sourcesAfterUndo(after, changes, theirs, { name: by.name, at: writing.now().getTime() })
    const written = await writing.save(tx, doc, after, { terms, by, reason: `撤销：${reason}`, changes })
    const joined = after.storeIds.filter((id) => !doc.storeIds.includes(id))
    await claims.tellClaimed(tx, doc.id, joined)
    return { written }
  }

  return {
    async getProductHistory(
      tx: Tx,
      input: InputOf<Endpoints['getProductHistory']>,
    ): Promise<OutputOf<Endpoints['getProductHistory']>> {
      if (!(await productExists(tx, input.productId))) throw new Refusal('not-found')
      const [doc] = await writing.load(tx, [input.productId])
      const { rows, total } = await findRevisions(tx, input.productId, input)
      return {
        list: rows.map((row) =>
          doc === undefined
            ? revisionView(row, '商品已被删除', true)
            : revisionView(row, whyNotUndo(doc, row.changes), whyNotUndoBatch(doc, row.changes)),
        ),
        total,
        page: input.page,
        pageSize: input.pageSize,
      }
    },

    /** The whole product at a point in time, or right after one change. */
    async at(
      tx: Tx,
      doc: ProductDoc,
      input: InputOf<Endpoints['getProductAt']>,
    ): Promise<OutputOf<Endpoints['getProductAt']>> {
      const { revisionId } = input
      const since =
        revisionId === undefined
          ? await findRevisionAt(tx, doc.id, new Date(input.at ?? 0))
          : await findRevision(tx, doc.id, revisionId)
      if (!since && revisionId !== undefined) throw new Refusal('not-found', { why: '没有这一条历史' })
      if (!since) return { since: null, product: null }
      const later = await findRevisionsSince(tx, doc.id, since)
      const then = rewound(
        doc,
        later.map(({ changes }) => changes),
      )
      return { since: { at: since.at.getTime(), by: since.byName, reason: since.reason }, product: pastView(then) }
    },

    /** Undoes one edit; the log entry contains what was actually written. */
    async undo(tx: Tx, call: Call, doc: ProductDoc, revisionId: string, by: By): Promise<Written> {
      const revision = await findRevision(tx, doc.id, revisionId)
      if (!revision) throw new Refusal('not-found', { why: '没有这一条历史' })
      const never = whyNotEdit(doc)
      const back = never === undefined ? undone(doc, revision.changes) : { why: never }
      const taken = 'why' in back ? back : await keep(tx, doc, back.after, revision.reason, by)
      if ('why' in taken) throw new Refusal('state-not-allowed', { why: taken.why })
      noteChanges(call, revision.changes)
      return taken.written
    },

    async undoProductBatch(
      call: Call,
      input: InputOf<Endpoints['undoProductBatch']>,
      by: By,
    ): Promise<OutputOf<Endpoints['undoProductBatch']>> {
      const revisions = new Map((await findBatch(db.handle, input.batchId)).map((row) => [row.productId, row]))
      if (revisions.size === 0) throw new Refusal('not-found', { why: '没有这一次批量操作' })
      const online: OutputOf<Endpoints['undoProductBatch']>['online'] = []
      const titles: Record<string, string> = {}
      const outcome = await eachProduct(call, [...revisions.keys()], '已撤销', async (tx, doc) => {
        titles[doc.id] = doc.titleZh || doc.title
        const never = whyNotEdit(doc)
        if (never !== undefined) return { word: 'state-not-allowed', message: never }
        const revision = revisions.get(doc.id)!
        const { after, ...what } = undoneWhereStill(doc, changesOfField(revision.changes, input.field))
        const message = undoneWords(what)
        // If everything already has the former value, there is nothing to do, which is not a failure.
        if (what.taken.length === 0)
          return what.left.length === 0 ? { message, partly: false } : { word: 'state-not-allowed', message }
        const taken = await keep(tx, doc, after, revision.reason, by)
        if ('why' in taken) return { word: 'state-not-allowed', message: taken.why }
        const inShops = taken.written.doc.listings.filter((listing) => listing.shopifyProductId !== null)
        if (inShops.length > 0)
          online.push({ productId: doc.id, title: titles[doc.id]!, storeIds: inShops.map(({ storeId }) => storeId) })
        return { message, partly: what.left.length > 0 }
      })
      return { ...outcome, titles, online }
    },
  }
}

/** Whether this product's part of the bulk action was already undone; undoing a whole action covers all its products. */
const whyNotUndoBatch = (doc: ProductDoc, changes: readonly Change[]): string | true => {
  const { taken, left } = undoneWhereStill(doc, changes)
  return taken.length + left.length > 0 || '这个商品上的这次批量修改已经撤销；要撤销同批的其他商品，请打开它们的历史'
}

const whyNotUndo = (doc: ProductDoc, changes: readonly Change[]): string | true => {
  const why = whyNotEdit(doc)
  if (why !== undefined) return why
  const back = undone(doc, changes)
  return 'why' in back ? back.why : true
}

function noteChanges(call: Call, changes: readonly Change[]): void {
  for (const { field, before, after } of changes) call.notes.change(field, after, before)
}
