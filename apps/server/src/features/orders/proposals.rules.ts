import type { SourceProposal } from '@huoqiao/contract/orders/order-unsourced.endpoints'
import type { ProposalOrigin } from '@huoqiao/contract/orders/proposal.words'
import type { Candidate, OfferFacts } from './proposals.store.ts'
import { skuOfSource } from './source-sku.rules.ts'
import type { RenamedSkus } from './source-sku.rules.ts'

/** Most proposals shown for one good; for more, a person searches. */
const MOST_SHOWN = 4

type Sku = OfferFacts['skus'][number]
export type Known = {
  offers: ReadonlyMap<string, OfferFacts>
  /** new SKU id by old id */
  renamed: RenamedSkus
  storeNames: ReadonlyMap<string, string>
}

const WHY: Readonly<Record<ProposalOrigin, (from: string, sku: string) => string>> = {
  listing: (from) => `店铺里的这个商品就是由“${from}”上架的`,
  relation: (from, sku) => `${from}的同一个SKU ${sku} 记住的货源`,
  code: (from, sku) => `商品库的“${from}”用着同一个SKU ${sku}`,
  earlier: (from) => `订单 ${from} 里的同款买的就是它`,
  sibling: (from) => `订单 ${from} 里这个商品的其他规格买的是这个货源`,
  title: (from) => `商品库里有同名的“${from}”`,
}

const wordsOf = (sku: Sku): string => sku.attributes.map(({ value }) => value).join(' / ')
const plainly = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[\s/,，;；]+/g, ' ')
    .trim()
const calledLike = (sku: Sku, name: string): boolean =>
  [wordsOf(sku), sku.attributes.map(({ value, valueTrans }) => valueTrans ?? value).join(' / ')].some(
    (words) => plainly(words) === plainly(name),
  )

/** The offer's current SKU: by its id, by the id that replaced it, otherwise by the shop's name of the variant. */
function skuFor(
  candidate: Candidate,
  offer: OfferFacts,
  { variantTitle, renamed }: { variantTitle: string; renamed: Known['renamed'] },
): { sku: Sku | undefined; note: string } {
  const { skuId } = candidate
  const known = skuOfSource(offer.skus, candidate, renamed)
  if (known) return { sku: known, note: skuId === null || known.skuId === skuId ? '' : '；原来的规格编号已换成这一款' }
  const called = offer.skus.filter((one) => calledLike(one, variantTitle))
  if (called.length === 1) return { sku: called[0], note: '；按规格名对上' }
  return { sku: undefined, note: skuId === null ? '；规格要选' : '；原来的规格没有了，要重选' }
}

function proposalOf(candidate: Candidate, good: { sku: string; variantTitle: string }, known: Known): SourceProposal {
  const { origin, from, offerId, saleQuantity, sourceQuantity } = candidate
  const offer = known.offers.get(offerId)
  const why = WHY[origin](origin === 'relation' ? (known.storeNames.get(from) ?? '已删除的店铺') : from, good.sku)
  const shared = { origin, offerId, saleQuantity, sourceQuantity }
  if (!offer)
    return {
      ...shared,
      why,
      skuId: candidate.skuId,
      specId: candidate.specId,
      title: '',
      supplierName: null,
      image: null,
      spec: '',
      unitCostMinor: null,
      stock: null,
      exact: candidate.skuId !== null,
    }
  const tier = offer.tiers[0]
  const tierPrice = tier?.promotionPriceMinor ?? tier?.priceMinor ?? null
  const reported = { ...shared, title: offer.subject, supplierName: offer.supplierName }
  if (offer.skus.length === 0)
    return {
      ...reported,
      why,
      skuId: null,
      specId: null,
      image: offer.image,
      spec: '不分规格',
      unitCostMinor: tierPrice,
      stock: offer.stock,
      exact: true,
    }
  const { sku, note } = skuFor(candidate, offer, { variantTitle: good.variantTitle, renamed: known.renamed })
  return {
    ...reported,
    why: `${why}${note}`,
    skuId: sku?.skuId ?? null,
    specId: sku?.specId ?? null,
    image: sku?.attributes.find(({ image }) => image !== null)?.image ?? offer.image,
    spec: sku ? wordsOf(sku) : '',
    unitCostMinor: sku ? (sku.channelPriceMinor ?? sku.promotionPriceMinor ?? sku.priceMinor ?? tierPrice) : null,
    stock: sku?.stock ?? null,
    exact: sku !== undefined,
  }
}

/**
 * The proposed sources of a good. Those that can be linked directly come first, then by reliability. Offers that are gone are left out, and
 * each SKU appears once, with its best reason.
 */
export function proposalsOf(
  good: { sku: string; variantTitle: string },
  candidates: readonly Candidate[],
  known: Known,
): SourceProposal[] {
  const seen = new Set<string>()
  const proposals: SourceProposal[] = []
  for (const candidate of candidates) {
    if (known.offers.get(candidate.offerId)?.published === false) continue
    const proposal = proposalOf(candidate, good, known)
    const same = `${proposal.offerId} ${proposal.skuId}`
    if (seen.has(same)) continue
    seen.add(same)
    proposals.push(proposal)
  }
  const exact = new Set(proposals.filter((one) => one.exact).map(({ offerId }) => offerId))
  // An offer that is proposed with a SKU is not proposed again without one.
  return proposals
    .filter((one) => one.exact || !exact.has(one.offerId))
    .toSorted((a, b) => Number(b.exact) - Number(a.exact))
    .slice(0, MOST_SHOWN)
}
