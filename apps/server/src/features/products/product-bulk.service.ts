import type { BulkOutcome, ENDPOINTS, InputOf, OutputOf, RefusalWord } from '@huoqiao/contract'
import type { Db, Tx } from '../../db/db.ts'
import { byOf } from '../../platform/call.ts'
import type { By, Call } from '../../platform/call.ts'
import type { NewId } from '../../platform/ids.ts'
import { Refusal, invalidField } from '../../platform/refusal.ts'
import { sayWord } from '../stores/index.ts'
import type { StoresApi } from '../stores/index.ts'
import { applyBulk, bulkFault, storesAfter, whyNotUnclaim } from './bulk.rules.ts'
import type { BulkChange } from './bulk.rules.ts'
import { eachProductOf } from './each-product.ts'
import type { Refused, Step } from './each-product.ts'
import type { ForbiddenWords } from './forbidden-words.service.ts'
import { changesBetween, sourcesAfterEdit } from './edit.rules.ts'
import type { ProductClaims } from './product-claims.service.ts'
import { whyNotEdit, whyNotRecycle } from './products.rules.ts'
import { deleteProducts, findLiveByOffers } from './products.store.ts'
import type { Change, ProductDoc } from './products.types.ts'
import { signed } from './prices.rules.ts'
import type { Tried } from './what-if.rules.ts'
import { checkWhatIf, triedOf } from './what-if.service.ts'
import type { ProductWriting, Terms } from './writing.service.ts'

type Endpoints = typeof ENDPOINTS
type Deps = {
  db: Db
  newId: NewId
  stores: StoresApi
  writing: ProductWriting
  claims: ProductClaims
  words: ForbiddenWords
}

export function productBulk({ db, newId, stores, writing, claims, words }: Deps) {
  const eachProduct = eachProductOf({ db, writing })
  const recycle =
    (by: By): Step =>
    async (tx, doc) => {
      const why = whyNotRecycle(doc)
      if (why !== undefined) return { word: 'state-not-allowed', message: why }
      await moveBin(tx, doc, writing.now(), by, '放入回收站')
      return undefined
    }
  const moveBin = async (tx: Tx, doc: ProductDoc, at: Date | null, by: By, reason: string): Promise<void> => {
    const terms = await writing.termsFor(tx, doc.storeIds)
    const change: Change = { field: 'recycled', label: '回收站', before: at === null, after: at !== null }
    // Being in the recycle bin does not make a listing outdated.
    const written = { ...doc, recycledAt: at }
    await writing.save(tx, doc, written, { terms, by, reason, changes: [change], touchesShop: false })
  }

  const deleteForGood: Step = async (tx, doc) => {
    if (doc.recycledAt === null) return { word: 'state-not-allowed', message: '请先放入回收站，再彻底删除' }
    await deleteProducts(tx, [doc.id])
    return undefined
  }

  return {
    moveToBin: (tx: Tx, doc: ProductDoc, by: By, reason: string) => moveBin(tx, doc, writing.now(), by, reason),

    async modifyProducts(
      call: Call,
      input: InputOf<Endpoints['modifyProducts']>,
    ): Promise<OutputOf<Endpoints['modifyProducts']>> {
      const { change, items } = input
      if (Object.values(change).every((value) => value === undefined)) throw invalidField('change', '没有要修改的内容')
      await checkStores(stores, db, change)
      const { repriceBy } = change
      const tried =
        repriceBy &&
        (await triedOf(
          writing,
          db.handle,
          repriceBy,
          await checkWhatIf(writing, db.handle, repriceBy, 'change.repriceBy.'),
        ))
      const versions = new Map(items.map(({ productId, version }) => [productId, version]))
      const by = byOf(call)
      const batchId = newId()
      const outcome = await eachProduct(
        call,
        items.map(({ productId }) => productId),
        '已修改',
        async (tx, doc) => {
          const refused = whyNotModify(doc, versions.get(doc.id), change)
          if (refused) return refused
          const terms = await writing.termsFor(tx, storesAfter(doc, change))
          return modifyOne(tx, doc, change, { terms, by, batchId, tried })
        },
      )
      return { ...outcome, batchId }
    },

    /** Moves one product to the recycle bin; the whole call is refused if that is not possible. */
    async deleteProduct(call: Call, productId: string): Promise<BulkOutcome> {
      const outcome = await eachProduct(call, [productId], '已放入回收站', recycle(byOf(call)))
      const [row] = outcome.rows
      if (row && !row.ok) throw new Refusal(row.word as RefusalWord, { why: row.message })
      return outcome
    },

    batchDeleteProducts: (
      call: Call,
      { productIds, forGood }: InputOf<Endpoints['batchDeleteProducts']>,
    ): Promise<BulkOutcome> =>
      forGood
        ? eachProduct(call, productIds, '已彻底删除', deleteForGood)
        : eachProduct(call, productIds, '已放入回收站', recycle(byOf(call))),

    restoreProducts: (call: Call, productIds: readonly string[]): Promise<BulkOutcome> =>
      eachProduct(call, productIds, '已恢复', async (tx, doc) => {
        if (doc.recycledAt === null) return { word: 'state-not-allowed', message: '商品不在回收站' }
        const others = doc.offerId === null ? [] : await findLiveByOffers(tx, [doc.offerId])
        if (others.length > 0) return { word: 'state-not-allowed', message: '这个货源已重新认领为另一个商品，不能恢复' }
        await moveBin(tx, doc, null, byOf(call), '从回收站恢复')
        return undefined
      }),
  }

  async function modifyOne(
    tx: Tx,
    doc: ProductDoc,
    change: BulkChange,
    { terms, by, batchId, tried }: { terms: Terms; by: By; batchId: string; tried: Tried | undefined },
  ): Promise<Refused | undefined> {
    const inOrder = storesAfter(doc, change).flatMap((id) => terms.get(id) ?? [])
    const after = applyBulk(doc, change, inOrder, tried)
    after.variants = signed(doc.variants, after.variants, { by: by.name, at: writing.now().getTime() })
    const fault = bulkFault(after)
    if (fault !== undefined) return { word: 'invalid', message: fault }
    const changes = changesBetween(doc, after)
    const find = change.titleReplace?.find
    if (changes.length === 0 && find !== undefined && !doc.title.includes(find))
      return { word: 'unchanged', message: `标题里没有“${find}”，没有改动` }
    if (changes.length === 0) return undefined
    const found = await words.broughtIn(tx, doc, after)
    if (found.length > 0) return { word: 'invalid', message: found.map(sayWord).join('；') }
    after.fieldSources = sourcesAfterEdit(after, changes, by.name, writing.now().getTime())
    await writing.save(tx, doc, after, { terms, by, reason: '批量修改', changes, batchId })
    await claims.tellClaimed(
      tx,
      doc.id,
      after.storeIds.filter((id) => !doc.storeIds.includes(id)),
    )
    return undefined
  }
}

/** Checks that the named stores exist before anything is changed. */
async function checkStores(stores: StoresApi, db: Db, change: BulkChange): Promise<void> {
  const added = change.addStoreIds ?? []
  const found = await stores.storesById(db.handle, added)
  const missing = added.find((id) => !found.has(id))
  if (missing !== undefined) throw invalidField('change.addStoreIds', `店铺不存在：${missing}`)
}

function whyNotModify(doc: ProductDoc, version: number | undefined, change: BulkChange): Refused | undefined {
  const why = whyNotEdit(doc)
  if (why !== undefined) return { word: 'state-not-allowed', message: why }
  if (version !== undefined && version !== doc.version)
    return { word: 'stale', message: '这条记录已被别人修改，请刷新后再试' }
  const claimed = whyNotUnclaim(doc, change.removeStoreIds ?? [])
  return claimed === undefined ? undefined : { word: 'state-not-allowed', message: claimed }
}
