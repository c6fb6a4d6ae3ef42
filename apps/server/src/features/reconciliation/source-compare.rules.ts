import { offerObject, productObject } from './objects.rules.ts'
import type { Finding } from './reconciliation.types.ts'

export type SourceVariantFacts = {
  id: string
  name: string
  /** it can be sold in a shop: it has stock, or sells without stock */
  sellable: boolean
  inSource: boolean
  /** fen */
  costMinor: number | null
  /** null: the source has no price for it */
  sourceCostMinor: number | null
  /** a person fixed the cost, so the source's price does not count */
  isCostLocked: boolean
}
/** A product on sale in a shop, with its source as last read. */
export type SourceFacts = {
  productId: string
  title: string
  offerId: string
  address: string
  /** the reason why it can no longer be bought; null: it can */
  gone: string | null
  /** shops in which it is on sale */
  onlineIn: { storeId: string; name: string }[]
  variants: SourceVariantFacts[]
}

/** Compares one product with its source. */
export const compareSource = (facts: SourceFacts, tolerancePercent: number): Finding[] =>
  facts.gone === null ? [...missing(facts), ...priced(facts, tolerancePercent)] : gone(facts, facts.gone)

const about = (facts: SourceFacts): Pick<Finding, 'about' | 'subject' | 'objects'> => ({
  about: facts.productId,
  subject: facts.productId,
  objects: [productObject({ id: facts.productId, title: facts.title }), offerObject(facts.offerId, facts.address)],
})
const shopsOf = (facts: SourceFacts): string => facts.onlineIn.map(({ name }) => name).join('、')
const takeSource = (facts: SourceFacts): NonNullable<Finding['repair']> => ({
  name: 'takeSource',
  input: { productIds: [facts.productId] },
})

function gone(facts: SourceFacts, why: string): Finding[] {
  if (facts.onlineIn.length === 0) return []
  return [
    {
      ...about(facts),
      kind: 'source-gone',
      what: `商品“${facts.title}”还在 ${shopsOf(facts)} 卖，1688上已经买不到`,
      why,
      affects: '卖出去的订单采购不到，要退款',
      next: '在店铺下架，或打开商品换一个货源',
      repair: {
        name: 'takeOffSale',
        input: { productIds: [facts.productId], storeIds: facts.onlineIn.map(({ storeId }) => storeId) },
      },
    },
  ]
}

function missing(facts: SourceFacts): Finding[] {
  const lost = facts.variants.filter((variant) => variant.sellable && !variant.inSource)
  if (lost.length === 0 || facts.onlineIn.length === 0) return []
  return [
    {
      ...about(facts),
      kind: 'source-sku-gone',
      what: `商品“${facts.title}”有 ${lost.length} 个在卖的规格，1688上已经没有`,
      why: '供应商删除了规格，或换了规格编号',
      affects: `${lost
        .map(({ name }) => name)
        .slice(0, 10)
        .join('、')}：卖出去的订单采购不到`,
      next: '按货源更新商品（换了编号的会对上，没有了的库存归零），再同步到店铺',
      figures: lost.map(({ name }) => ({ label: name, ours: '在卖', theirs: '没有', unit: 'text' })),
      repair: takeSource(facts),
    },
  ]
}

function priced(facts: SourceFacts, tolerancePercent: number): Finding[] {
  const moved = facts.variants.filter(
    ({ costMinor, sourceCostMinor, isCostLocked }) =>
      !isCostLocked &&
      costMinor !== null &&
      sourceCostMinor !== null &&
      Math.abs(sourceCostMinor - costMinor) * 100 > costMinor * tolerancePercent,
  )
  if (moved.length === 0) return []
  const apart = moved.map((variant) => variant.sourceCostMinor! - variant.costMinor!)
  const worst = Math.max(...apart.map(Math.abs))
  const isUp = apart.some((minor) => minor > 0)
  return [
    {
      ...about(facts),
      kind: 'source-price',
      what: `商品“${facts.title}”有 ${moved.length} 个规格的成本和1688的价格不一样`,
      why: isUp ? '供应商涨了价' : '供应商降了价',
      affects: isUp ? '按旧成本定的售价，利润会变少' : '成本记高了，可以降价或多赚',
      next: '按货源更新商品，系统按定价规则重算售价；再预演同步',
      figures: moved.map(({ name, costMinor, sourceCostMinor }) => ({
        label: name,
        ours: costMinor,
        theirs: sourceCostMinor,
        unit: 'fen',
      })),
      amountMinor: worst,
      repair: takeSource(facts),
    },
  ]
}
