import type { ProductEdit } from '@huoqiao/contract/products/products.schema'
import type { Tx } from '../../db/db.ts'
import type { By, Call } from '../../platform/call.ts'
import type { NewId } from '../../platform/ids.ts'
import { Refusal } from '../../platform/refusal.ts'
import { safeDescription } from './description.mapping.ts'
import { applyEdit, changesBetween, sourcesAfterEdit } from './edit.rules.ts'
import { signed } from './prices.rules.ts'
import { blankProduct } from './product-blank.rules.ts'
import type { ProductUndo } from './product-undo.service.ts'
import { whyNotEdit, whyNotRecycle } from './products.rules.ts'
import { findTakeoverCandidates } from './takeover.store.ts'
import type { MovedToBin, ProductDoc, ProductTakeover } from './products.types.ts'
import { consistencyFault } from './variants.rules.ts'
import type { ProductWriting, Terms } from './writing.service.ts'

/** Writes the content that a product has in a shop to a product of ours. The feature listings decides which content. */
export function productTakeover(deps: {
  newId: NewId
  writing: ProductWriting
  history: Pick<ProductUndo, 'undo'>
  moveToBin: MovedToBin
}): ProductTakeover {
  const { newId, writing } = deps

  const held = async (tx: Tx, productId: string): Promise<ProductDoc> => {
    const [doc] = await writing.load(tx, [productId], { forUpdate: true })
    if (!doc) throw new Refusal('not-found', { why: '商品不存在或已被删除' })
    return doc
  }

  /** The product with the shop's content. Prices of the shop are locked against rules, whatever the rule would calculate. */
  const withContent = (before: ProductDoc, edit: ProductEdit, storeId: string, terms: Terms, by: By): ProductDoc => {
    const stores = [...terms.values()]
    const after = applyEdit(before, safe(edit), { newId, stores })
    const sent = edit.variants ?? []
    after.variants = after.variants.map((variant, index) => {
      const price = sent[index]?.prices.find((one) => one.storeId === storeId)
      const others = variant.prices.filter((one) => one.storeId !== storeId)
      return price ? { ...variant, prices: [...others, { ...price, origin: 'manual' as const }] } : variant
    })
    const fault = consistencyFault(after, stores)
    if (fault) throw new Refusal('state-not-allowed', { why: `不能接管店铺的内容：${fault.message}` })
    after.variants = signed(before.variants, after.variants, { by: by.name, at: writing.now().getTime() })
    return after
  }

  /** Changed fields belong to the shop, and are locked like those of a person. */
  const sourcesOf = (after: ProductDoc, before: ProductDoc, by: By): ProductDoc['fieldSources'] => {
    const at = writing.now().getTime()
    const changed = sourcesAfterEdit(after, changesBetween(before, after), by.name, at)
    return Object.fromEntries(
      Object.entries(changed).map(([field, source]) => [
        field,
        source === before.fieldSources[field] ? source : { ...source, origin: 'store' as const },
      ]),
    )
  }

  return {
    takeoverCandidates: (tx, wanted) => findTakeoverCandidates(tx, wanted),

    async takeShopContent(tx, productId, { storeId, edit, isShared, by }) {
      const before = await held(tx, productId)
      const why = whyNotEdit(before)
      if (why !== undefined) throw new Refusal('state-not-allowed', { why })
      const storeIds = [...new Set([...before.storeIds, storeId])]
      const terms = await writing.termsFor(tx, storeIds)
      const after = withContent({ ...before, storeIds }, edit, storeId, terms, by)
      const changes = changesBetween(before, after)
      if (changes.length === 0) return { product: before, version: null }
      after.fieldSources = sourcesOf(after, before, by)
      const reason = '接管店铺商品'
      const { doc } = await writing.save(tx, before, after, { terms, by, reason, changes, touchesShop: !isShared })
      return { product: doc, version: doc.version }
    },

    async createFromShop(tx, { storeId, edit, by }) {
      const terms = await writing.termsFor(tx, [storeId])
      const blank = blankProduct(newId(), by, writing.now(), [storeId])
      const doc = withContent(blank, edit, storeId, terms, by)
      doc.fieldSources = sourcesOf(doc, blank, by)
      const written = await writing.insert(tx, doc, terms, by, '从店铺商品新建')
      if (!written) throw new Error('a product without an offer met another')
      return written.doc
    },

    async undoTakeover(tx, call: Call, productId, { version, isCreated, by }) {
      const doc = await held(tx, productId)
      if (isCreated) {
        const why =
          doc.version === version ? whyNotRecycle(doc) : '商品建好之后又改过，不能撤销；不需要的话请放入回收站'
        if (why !== undefined) throw new Refusal('state-not-allowed', { why })
        await deps.moveToBin(tx, doc, by, '撤销：从店铺商品新建')
      } else if (version !== null) {
        const revision = await writing.revisionOf(tx, productId, version)
        if (revision === undefined) throw new Refusal('state-not-allowed', { why: '没有这一次接管的历史，不能撤销' })
        await deps.history.undo(tx, call, doc, revision, by)
      }
    },
  }
}

const safe = (edit: ProductEdit): ProductEdit =>
  edit.descriptionHtml === undefined ? edit : { ...edit, descriptionHtml: safeDescription(edit.descriptionHtml) }
