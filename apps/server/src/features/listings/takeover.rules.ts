import type { TakeoverSureness } from '@huoqiao/contract/listings/takeover.status'
import type { TakeoverCandidate } from '../products/index.ts'
import type { TakeoverVariant } from './takeover.tables.ts'

export type ShopProductToMatch = { title: string; image: string | null; variants: readonly TakeoverVariant[] }
export type Proposal = { productId: string | null; sureness: TakeoverSureness; points: number; reasons: string[] }

export const NO_PROPOSAL: Proposal = { productId: null, sureness: 'none', points: 0, reasons: [] }

/** A shorter file name ("1.jpg") says nothing about the picture. */
const PICTURE_NAME_MIN = 10
const POINTS = { exact: 1000, sku: 400, barcode: 300, title: 120, picture: 80 } as const
/** From this number of points a proposal counts as likely: a title together with a picture, or most of the codes. */
const LIKELY = 200

/** Replaces an exact proposal if several products of the shop fit it, such as a copy and its original: a person decides. */
export const SEVERAL_FIT = {
  sureness: 'likely',
  pointsLess: POINTS.exact,
  reason: '店铺里有几件同样SKU的商品',
} as const

export const titleKey = (title: string): string => title.trim().toLowerCase()

/** The file name of a picture's address; empty if it says nothing. Shops append an id of their own if the name was taken. */
export function pictureName(url: string | null): string {
  const name = (url ?? '').split('?')[0]!.split('/').at(-1)!.toLowerCase()
  const own = name.replace(/_[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?=\.[a-z]+$)/, '')
  return own.length < PICTURE_NAME_MIN ? '' : own
}

/** The most likely product of ours for a product of the shop. `candidates`: products that the store does not have yet. */
export function proposalOf(
  there: ShopProductToMatch,
  candidates: readonly TakeoverCandidate[],
  owners: CodeOwners,
): Proposal {
  let best = NO_PROPOSAL
  for (const candidate of candidates) {
    const one = matchOf(there, candidate, owners)
    if (one.points > best.points) best = one
  }
  return best
}

/** For each SKU code the products of ours that have it. */
export type CodeOwners = ReadonlyMap<string, ReadonlySet<string>>
export function codeOwners(candidates: readonly TakeoverCandidate[]): CodeOwners {
  const owners = new Map<string, Set<string>>()
  for (const { id, variants } of candidates)
    for (const { skuCode } of variants)
      if (skuCode !== '') owners.set(skuCode, (owners.get(skuCode) ?? new Set()).add(id))
  return owners
}

function matchOf(there: ShopProductToMatch, ours: TakeoverCandidate, owners: CodeOwners): Proposal {
  const reasons: string[] = []
  const skus = new Set(ours.variants.map(({ skuCode }) => skuCode))
  const barcodes = new Set(ours.variants.map(({ barcode }) => barcode))
  const all = there.variants.length
  const coded = there.variants.filter(({ sku }) => sku !== '' && skus.has(sku))
  const scanned = there.variants.filter(({ barcode }) => barcode !== '' && barcodes.has(barcode))
  let points = 0
  if (coded.length > 0) {
    reasons.push(`SKU ${coded.length}/${all} 相同`)
    points += Math.ceil((POINTS.sku * coded.length) / all)
  }
  if (scanned.length > 0) {
    reasons.push(`条码 ${scanned.length}/${all} 相同`)
    points += Math.ceil((POINTS.barcode * scanned.length) / all)
  }
  const title = titleKey(there.title)
  if (title !== '' && (titleKey(ours.title) === title || titleKey(ours.titleZh) === title)) {
    reasons.push('标题相同')
    points += POINTS.title
  }
  const picture = pictureName(there.image)
  if (picture !== '' && pictureName(ours.image) === picture) {
    reasons.push('图片同名')
    points += POINTS.picture
  }
  if (points === 0) return NO_PROPOSAL
  const isExact = coded.length === all && coded.every(({ sku }) => owners.get(sku)?.size === 1)
  if (isExact) points += POINTS.exact
  else if (coded.some(({ sku }) => (owners.get(sku)?.size ?? 0) > 1)) reasons.push('SKU也属于其他商品')
  const sureness = isExact ? 'exact' : points >= LIKELY ? 'likely' : 'maybe'
  return { productId: ours.id, sureness, points, reasons }
}
