import { offerStatusText } from '@huoqiao/contract/collection/collection.words'
import type { OfferSku, SourceOffer } from '@huoqiao/connector-1688'
import type { OrderRef, PurchaseWarning } from '@huoqiao/contract/purchases/purchases.schema'
import { SKUS_PER_PURCHASE } from '@huoqiao/contract/purchases/purchases.schema'
import type { RowOutcome } from '@huoqiao/contract'
import { groupBy, yuanText } from '@huoqiao/kit'
import { skuOfSource } from '../orders/index.ts'
import type { RenamedSkus } from '../orders/index.ts'
import { packsOf, sourceNeed } from './need.rules.ts'
import type { NeedPart } from './need.rules.ts'
import { minimumOf, onePiecePrice, quantityOfOffer, risenPercent, skuKey, unitPrice } from './offer-price.rules.ts'
import type { Minimum } from './offer-price.rules.ts'

/** The order line that needs a part of the quantity. */
export type PlanPart = NeedPart & OrderRef & { readonly orderLineId: string }

/** One requested item: an order line (`part`), or pieces by hand (`extra`). */
export type PlanRequest = {
  readonly key: string
  readonly offerId: string
  readonly skuId: string | null
  readonly specId: string | null
  readonly part?: PlanPart
  readonly extra: number
}

export type KnownSource = {
  readonly offer: SourceOffer
  readonly published: boolean
  readonly status: string
  /** SKU ids that the seller replaced, new by old */
  readonly renamed: RenamedSkus
}

export type PlanLine = {
  readonly keys: readonly string[]
  readonly offerId: string
  readonly skuId: string | null
  readonly specId: string | null
  readonly title: string
  readonly specText: string
  readonly image: string | null
  readonly url: string
  readonly parts: readonly PlanPart[]
  readonly extra: number
  readonly need: number
  readonly batchNumber: number
  readonly quantity: number
  readonly unitPriceMinor: number | null
  readonly formerPriceMinor: number | null
  readonly stock: number | null
}

export type PlanGroup = {
  readonly sellerKey: string
  readonly openId: string | null
  readonly supplierName: string
  readonly lines: readonly PlanLine[]
  readonly minimum: Minimum
  readonly goodsMinor: number
  readonly warnings: readonly PurchaseWarning[]
}

export type Seller = { readonly openId: string | null; readonly companyName: string | null }

/** Identifies the seller by 1688's open id, or by name if it has none. */
export const sellerKeyOf = (supplier: Seller): string => supplier.openId ?? `name:${supplier.companyName ?? ''}`

/**
 * Finds an offer's SKU by SKU id, spec id or an id that the seller replaced. Orders use the spec id. Undefined: the offer has no such SKU.
 */
function findSku(
  { offer, renamed }: Pick<KnownSource, 'offer' | 'renamed'>,
  wanted: { skuId: string | null; specId: string | null },
): OfferSku | 'none' | undefined {
  if (offer.skus.length === 0) return 'none'
  return (
    skuOfSource(offer.skus, wanted, renamed) ??
    (offer.skus.length === 1 && wanted.skuId === null && wanted.specId === null ? offer.skus[0] : undefined)
  )
}

const specTextOf = (sku: OfferSku | undefined): string =>
  (sku?.attributes ?? [])
    .map((attribute) => `${attribute.name}:${attribute.value}`)
    .join('；')
    .slice(0, 500)

type Resolved = { request: PlanRequest; offer: SourceOffer; sku: OfferSku | undefined }

/** What of a request can be bought, or the reason why it cannot. */
function resolve(request: PlanRequest, sources: ReadonlyMap<string, KnownSource>): Resolved | RowOutcome {
  const left = (word: string, message: string): RowOutcome => ({ key: request.key, ok: false, word, message })
  const source = sources.get(request.offerId)
  if (!source) return left('offer-gone', `货源 ${request.offerId} 读取不到，请换一个货源`)
  if (!source.published)
    return left('offer-gone', `货源已下架（1688状态：${offerStatusText(source.status)}），请换一个货源`)
  const sku = findSku(source, request)
  if (sku === undefined) return left('offer-gone', '货源里已经没有这个规格，请重新关联')
  if (sku !== 'none' && sku.specId === null) return left('offer-gone', '1688没有给出这个规格的下单编号，请更新货源')
  return { request, offer: source.offer, sku: sku === 'none' ? undefined : sku }
}

/** The whole plan: groups of one supplier with at most 50 SKUs each, and the requests that cannot be bought, with the reason. Pure. */
export function planOf(
  requests: readonly PlanRequest[],
  sources: ReadonlyMap<string, KnownSource>,
  formerPrices: ReadonlyMap<string, number>,
): { groups: PlanGroup[]; left: RowOutcome[] } {
  const left: RowOutcome[] = []
  const found: Resolved[] = []
  for (const request of requests) {
    const one = resolve(request, sources)
    if ('ok' in one) left.push(one)
    else found.push(one)
  }
  const groups = [...groupBy(found, ({ offer }) => sellerKeyOf(offer.supplier))].flatMap(([sellerKey, ofSeller]) => {
    const { supplier } = ofSeller[0]!.offer
    const lines = [
      ...groupBy(ofSeller, ({ offer, sku }) => skuKey({ offerId: offer.offerId, specId: sku?.specId ?? null })),
    ]
      .map(([, same]) => lineOf(same, formerPrices))
      .sort((a, b) => (a.offerId === b.offerId ? 0 : a.offerId < b.offerId ? -1 : 1))
    return chunksOf(lines).map((chunk) =>
      groupOf(
        { sellerKey, openId: supplier.openId, supplierName: supplier.companyName ?? '未知供应商' },
        chunk,
        sources,
      ),
    )
  })
  return { groups, left }
}

function lineOf(same: readonly Resolved[], formerPrices: ReadonlyMap<string, number>): PlanLine {
  const { offer, sku } = same[0]!
  const parts = same.flatMap(({ request }) => request.part ?? [])
  const extra = same.reduce((sum, { request }) => sum + request.extra, 0)
  const need = sourceNeed(parts, extra)
  const batchNumber = Math.max(1, offer.batchNumber ?? 1)
  const specId = sku?.specId ?? null
  return {
    keys: same.map(({ request }) => request.key),
    offerId: offer.offerId,
    skuId: sku?.skuId ?? null,
    specId,
    title: offer.subject,
    specText: specTextOf(sku),
    image: sku?.attributes.find((attribute) => attribute.image)?.image ?? offer.images[0] ?? null,
    url: offer.url,
    parts,
    extra,
    need,
    batchNumber,
    quantity: packsOf(need, batchNumber).quantity,
    unitPriceMinor: null,
    formerPriceMinor: formerPrices.get(skuKey({ offerId: offer.offerId, specId })) ?? null,
    stock: sku ? sku.stock : offer.stock,
  }
}

/**
 * Splits lines into purchases of at most 50 SKUs. SKUs of one offer stay together if they fit, because the price tier counts them together.
 */
export function chunksOf<T extends { readonly offerId: string }>(lines: readonly T[], most = SKUS_PER_PURCHASE): T[][] {
  const chunks: T[][] = []
  let current: T[] = []
  for (const ofOffer of groupBy(lines, (line) => line.offerId).values()) {
    for (let from = 0; from < ofOffer.length; from += most) {
      const part = ofOffer.slice(from, from + most)
      if (current.length + part.length > most) {
        chunks.push(current)
        current = []
      }
      current.push(...part)
    }
  }
  if (current.length > 0) chunks.push(current)
  return chunks
}

type Priced = { offerId: string; skuId: string | null; specId: string | null; quantity: number }

/** Lines with the wholesale price for the total quantity of their offer in the group. */
function wholesaleLines<T extends Priced>(
  lines: readonly T[],
  sources: ReadonlyMap<string, KnownSource>,
): (T & { unitPriceMinor: number | null })[] {
  return lines.map((line) => {
    const found = soldAs(line, sources)
    if (!found) return { ...line, unitPriceMinor: null }
    const total = quantityOfOffer(lines, line.offerId)
    return { ...line, unitPriceMinor: unitPrice(found.offer, found.sku, total) }
  })
}

/** The SKU as the source sells it now. Undefined: it is unknown, or no longer sold. */
export function soldAs(line: Omit<Priced, 'quantity'>, sources: ReadonlyMap<string, KnownSource>) {
  const source = sources.get(line.offerId)
  const sku = source && findSku(source, line)
  return source === undefined || sku === undefined
    ? undefined
    : { offer: source.offer, sku: sku === 'none' ? undefined : sku }
}

/** The stock of a line's source when it was last read; null: unknown, or the source does not report it. */
export function stockOf(line: Priced, sources: ReadonlyMap<string, KnownSource>): number | null {
  const found = soldAs(line, sources)
  return found ? (found.sku ?? found.offer).stock : null
}

/**
 * Lines of one supplier with the expected price of a piece: wholesale, or one-piece distribution if the group does not reach the supplier's
 * minimum.
 */
export function pricedLines<T extends Priced>(
  lines: readonly T[],
  sources: ReadonlyMap<string, KnownSource>,
): (T & { unitPriceMinor: number | null })[] {
  const wholesale = wholesaleLines(lines, sources)
  if (minimumOf(offersOf(sources), wholesale).met) return wholesale
  return wholesale.map((line) => {
    const found = soldAs(line, sources)
    return { ...line, unitPriceMinor: (found && onePiecePrice(found.offer, found.sku)) ?? line.unitPriceMinor }
  })
}

function groupOf(
  seller: Pick<PlanGroup, 'sellerKey' | 'openId' | 'supplierName'>,
  chunk: readonly PlanLine[],
  sources: ReadonlyMap<string, KnownSource>,
): PlanGroup {
  const lines = pricedLines(chunk, sources)
  // Whether the minimum amount is reached is decided with wholesale prices.
  const minimum = minimumOf(offersOf(sources), wholesaleLines(chunk, sources))
  return {
    ...seller,
    lines,
    minimum,
    goodsMinor: goodsOf(lines),
    warnings: [...lines.flatMap(lineWarnings), ...minimumWarnings(minimum)],
  }
}

export const offersOf = (sources: ReadonlyMap<string, KnownSource>): Map<string, SourceOffer> =>
  new Map([...sources].map(([offerId, { offer }]) => [offerId, offer]))

export const goodsOf = (lines: readonly { quantity: number; unitPriceMinor: number | null }[]): number =>
  lines.reduce((sum, line) => sum + line.quantity * (line.unitPriceMinor ?? 0), 0)

type Warned = Pick<
  PlanLine,
  | 'offerId'
  | 'title'
  | 'specText'
  | 'need'
  | 'quantity'
  | 'batchNumber'
  | 'unitPriceMinor'
  | 'formerPriceMinor'
  | 'stock'
>

/** Warnings about one line, shown to the person before buying. */
export function lineWarnings(line: Warned): PurchaseWarning[] {
  const name = [line.title.slice(0, 24), line.specText].filter(Boolean).join(' · ')
  const warn = (word: PurchaseWarning['word'], message: string): PurchaseWarning => ({
    word,
    message: `${name}：${message}`,
    offerId: line.offerId,
  })
  const risen = risenPercent(line.unitPriceMinor, line.formerPriceMinor)
  return [
    ...(line.unitPriceMinor === null ? [warn('no-price', '货源没有价格，金额以下单前预览为准')] : []),
    ...(risen === undefined
      ? []
      : [
          warn(
            'price-risen',
            `由${yuanText(line.formerPriceMinor!)}涨到${yuanText(line.unitPriceMinor!)}（+${risen}%）`,
          ),
        ]),
    ...(line.stock !== null && line.stock < line.quantity
      ? [warn('stock-short', `货源库存${line.stock}，不够${line.quantity}`)]
      : []),
    ...(line.batchNumber > 1 && line.quantity > line.need
      ? [warn('rounded-up', `需要${line.need}，按每包${line.batchNumber}取整为${line.quantity}`)]
      : []),
  ]
}

export const minimumWarnings = (minimum: Minimum): PurchaseWarning[] =>
  minimum.met
    ? []
    : [
        {
          word: minimum.missingMinor > 0 ? 'mixed-below-minimum' : 'below-minimum',
          message: minimum.text,
          offerId: null,
        },
      ]
