import type { InputOf, OutputOf } from '@huoqiao/contract'
import type { productsWhatIfEndpoints, WhatIf } from '@huoqiao/contract/products/products-whatif.endpoints'
import type { Tx } from '../../db/db.ts'
import { Refusal, invalidField } from '../../platform/refusal.ts'
import { ruleFault } from '../pricing/index.ts'
import type { StoreTerms } from './products.types.ts'
import { priceChangeRows } from './price-change.rules.ts'
import { makerOf, whatIfRow } from './what-if.rules.ts'
import type { Tried } from './what-if.rules.ts'
import type { ProductWriting } from './writing.service.ts'

type Endpoints = typeof productsWhatIfEndpoints

/** Checks that the store exists and the rule has its currency. Returns the store's own terms. */
export async function checkWhatIf(
  writing: ProductWriting,
  tx: Tx,
  { storeId, rule }: Pick<WhatIf, 'storeId' | 'rule'>,
  path: string,
): Promise<StoreTerms> {
  const terms = (await writing.termsFor(tx, [storeId])).get(storeId)
  if (!terms) throw new Refusal('not-found', { why: '店铺不存在或已被删除' })
  if (terms.currency !== null && terms.currency !== rule.currency)
    throw invalidField(`${path}rule.currency`, `店铺“${terms.name}”的币种是 ${terms.currency}`)
  const fault = ruleFault({ ...rule, name: '' })
  if (fault) throw invalidField(`${path}rule.${fault.field}`, fault.message)
  return terms
}

/** The numbers, and how prices made with them are marked. */
export async function triedOf(
  writing: ProductWriting,
  tx: Tx,
  tried: WhatIf,
  own: StoreTerms | undefined,
): Promise<Tried> {
  const begun = tried.ruleId === undefined ? undefined : await writing.savedRule(tx, tried.ruleId)
  return { ...tried, made: makerOf(tried, begun, own?.rule) }
}

/** 定价沙盘, and the result of a bulk change of prices: other prices of chosen products for comparison; writes nothing. */
export function whatIfService({ writing }: { writing: ProductWriting }) {
  return {
    /** The same as the bulk change itself, without writing. */
    async previewPriceChange(
      tx: Tx,
      { productIds, change }: InputOf<Endpoints['previewPriceChange']>,
    ): Promise<OutputOf<Endpoints['previewPriceChange']>> {
      if (Object.values(change).every((value) => value === undefined)) throw invalidField('change', '没有要修改的内容')
      const docs = await writing.load(tx, productIds)
      const terms = await writing.termsFor(tx, [...new Set(docs.flatMap(({ storeIds }) => storeIds))])
      return {
        rows: docs.flatMap((doc) =>
          priceChangeRows(
            doc,
            change,
            doc.storeIds.flatMap((id) => terms.get(id) ?? []),
          ),
        ),
      }
    },

    async tryPrices(
      tx: Tx,
      { productIds, ...tried }: InputOf<Endpoints['tryPrices']>,
    ): Promise<OutputOf<Endpoints['tryPrices']>> {
      const terms = await checkWhatIf(writing, tx, tried, '')
      const docs = await writing.load(tx, productIds)
      const named = await triedOf(writing, tx, tried, terms)
      const sold = docs.filter((doc) => doc.storeIds.includes(tried.storeId))
      return {
        storeName: terms.name,
        currency: tried.rule.currency,
        rows: sold.map((doc) => whatIfRow(doc, named, terms)),
        elsewhere: docs.length - sold.length,
      }
    },
  }
}
