import type { OfferSku, SourceOffer } from '@huoqiao/connector-1688'
import type { SourceChangeKind } from '@huoqiao/contract/collection/radar.words'
import { costOf } from './collection.mapping.ts'

/** One change: of one SKU, of several with the same change, or of the whole offer (`specText` empty). */
export type FoundChange = {
  kind: SourceChangeKind
  specText: string
  skus: number
  /** fen for prices, pieces for stock and minimum */
  before: number | null
  after: number | null
  beforeText: string
  afterText: string
}
type One = { kind: SourceChangeKind; name: string; before: number | null; after: number | null }

const SHOWN = 3
const nameOf = (sku: OfferSku): string => sku.attributes.map(({ value }) => value).join(' / ') || sku.skuId

const plain = (kind: SourceChangeKind, change: Partial<FoundChange> = {}): FoundChange => ({
  kind,
  specText: '',
  skus: 0,
  before: null,
  after: null,
  beforeText: '',
  afterText: '',
  ...change,
})

/** The changes of an offer that matter to a seller. A figure missing in an answer is not a change. */
export function changesOf(before: SourceOffer, after: SourceOffer): FoundChange[] {
  if (!after.published) return before.published ? [plain('offer-gone')] : []
  const found: FoundChange[] = before.published ? [] : [plain('offer-back')]
  const { minOrderQuantity: was } = before
  if (was !== null && after.minOrderQuantity !== null && was !== after.minOrderQuantity)
    found.push(plain('minimum', { before: was, after: after.minOrderQuantity }))
  const [old, now] = [before.supplier, after.supplier]
  if (old.openId !== null && now.openId !== null && old.openId !== now.openId)
    found.push(plain('supplier', { beforeText: old.companyName ?? '', afterText: now.companyName ?? '' }))
  if (before.skus.length === 0 && after.skus.length === 0)
    return [...found, ...together(moved(before, after, { name: '', old: undefined, now: undefined }), 1)]
  const known = new Map(before.skus.map((sku) => [sku.skuId, sku]))
  const left = new Set(after.skus.map(({ skuId }) => skuId))
  const changes = [
    ...before.skus
      .filter(({ skuId }) => !left.has(skuId))
      .map((sku): One => ({ kind: 'sku-gone', name: nameOf(sku), before: null, after: null })),
    ...after.skus.flatMap((sku): One[] => {
      const held = known.get(sku.skuId)
      if (!held) return [{ kind: 'sku-new', name: nameOf(sku), before: null, after: costOf(after, sku) }]
      return moved(before, after, { name: nameOf(sku), old: held, now: sku })
    }),
  ]
  return [...found, ...together(changes, after.skus.length)]
}

type Pair = { name: string; old: OfferSku | undefined; now: OfferSku | undefined }

function moved(before: SourceOffer, after: SourceOffer, { name, old, now }: Pair): One[] {
  const found: One[] = []
  const [oldPrice, price] = [costOf(before, old), costOf(after, now)]
  if (oldPrice !== null && price !== null && oldPrice !== price)
    found.push({ kind: price > oldPrice ? 'price-up' : 'price-down', name, before: oldPrice, after: price })
  const [oldStock, stock] = [old ? old.stock : before.stock, now ? now.stock : after.stock]
  if (oldStock !== null && stock !== null && oldStock > 0 !== stock > 0)
    found.push({ kind: stock > 0 ? 'restocked' : 'stock-out', name, before: oldStock, after: stock })
  return found
}

/** SKUs with the same change become one line. "Sold out" is one line, whatever each stock was before. */
function together(changes: readonly One[], all: number): FoundChange[] {
  const groups = new Map<string, One[]>()
  for (const one of changes) {
    const isPrice = one.kind === 'price-up' || one.kind === 'price-down'
    const key = isPrice ? `${one.kind} ${one.before} ${one.after}` : one.kind
    groups.set(key, [...(groups.get(key) ?? []), one])
  }
  return [...groups.values()].map((group) => {
    const [first] = group
    const names = group.map(({ name }) => name).filter((name) => name !== '')
    const more = names.length > SHOWN ? ` 等 ${names.length} 个规格` : ''
    const isAll = names.length > 1 && names.length === all && first!.kind !== 'sku-gone' && first!.kind !== 'sku-new'
    return plain(first!.kind, {
      specText: isAll ? `全部 ${all} 个规格` : `${names.slice(0, SHOWN).join('、')}${more}`.slice(0, 300),
      skus: names.length,
      before: same(group.map((one) => one.before)),
      after: same(group.map((one) => one.after)),
    })
  })
}

const same = (values: readonly (number | null)[]): number | null =>
  values.every((value) => value === values[0]) ? (values[0] ?? null) : null

/** The largest price rise in per cent with two decimals; undefined: no price rose. */
export function steepestRise(changes: readonly FoundChange[]): { percent: number; change: FoundChange } | undefined {
  const rises = changes.flatMap((change) =>
    change.kind === 'price-up' && change.before !== null && change.before > 0 && change.after !== null
      ? [{ percent: Math.round(((change.after - change.before) * 10_000) / change.before) / 100, change }]
      : [],
  )
  return rises.toSorted((a, b) => b.percent - a.percent)[0]
}

/** The SKU with the lowest stock among those whose stock fell; undefined: none fell. */
export function scarcest(before: SourceOffer, after: SourceOffer): { name: string; stock: number } | undefined {
  const known = new Map(before.skus.map((sku) => [sku.skuId, sku.stock]))
  const fallen =
    after.skus.length === 0
      ? fell(before.stock, after.stock)
        ? [{ name: '', stock: after.stock! }]
        : []
      : after.skus.flatMap((sku) =>
          fell(known.get(sku.skuId) ?? null, sku.stock) ? [{ name: nameOf(sku), stock: sku.stock! }] : [],
        )
  return fallen.toSorted((a, b) => a.stock - b.stock)[0]
}

const fell = (before: number | null, after: number | null): boolean =>
  before !== null && after !== null && after < before
