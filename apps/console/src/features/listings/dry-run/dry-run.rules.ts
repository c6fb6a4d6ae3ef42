import type { Approval } from '@huoqiao/contract/listings/listings.endpoints'
import type { DryRunItem } from '@huoqiao/contract/listings/listings.schema'
import type { DryRunField, ShopChange } from '@huoqiao/contract/shop-change'
import { groupBy } from '@huoqiao/kit/group'
import type { SlotProduct } from '../../../lib/slots.tsx'

/** One product in one store, which a dry run compares and a push writes. */
export type Pair = { productId: string; storeId: string }
export const pairKey = ({ productId, storeId }: Pair): string => `${productId}:${storeId}`

/** Maximum number of pairs per call (contract). */
const PAIRS_A_CALL = 50

/** Each product with each selected store that it is claimed for. */
export const pairsOf = (products: readonly SlotProduct[], storeIds: readonly string[]): Pair[] =>
  products.flatMap((product) =>
    product.storeIds.filter((id) => storeIds.includes(id)).map((storeId) => ({ productId: product.id, storeId })),
  )

/** One call per store, so that a shop that does not answer does not delay the comparisons of other stores. */
export function callsOf(pairs: readonly Pair[]): Pair[][] {
  const byStore = groupBy(pairs, (pair) => pair.storeId)
  return [...byStore.values()].flatMap((of) =>
    Array.from({ length: Math.ceil(of.length / PAIRS_A_CALL) }, (_, at) =>
      of.slice(at * PAIRS_A_CALL, (at + 1) * PAIRS_A_CALL),
    ),
  )
}

/** What a person added to or removed from the proposal of one pair; other fields stay as proposed. */
export type Choice = { isTaken: boolean; fields: ReadonlyMap<string, boolean> }
export type Choices = ReadonlyMap<string, Choice>

/** Actions without a write, even when fields differ: there is nothing to write, or the write is refused. */
const IDLE: readonly ShopChange['action'][] = ['none', 'blocked']
export const mayWrite = (item: Pick<ShopChange, 'action'>): boolean => !IDLE.includes(item.action)

/** Pairs that can be written come first: of a long list only the beginning is rendered. */
export const writableFirst = <T extends Pick<ShopChange, 'action'>>(items: readonly T[]): T[] => [
  ...items.filter(mayWrite),
  ...items.filter((item) => !mayWrite(item)),
]

/** Changes are selected at first, except of fields that somebody changed in the shop: only a person selects those. */
const isPickedAtFirst = (field: DryRunField): boolean => !field.conflict
export const isPicked = (field: DryRunField, choice: Choice | undefined): boolean =>
  choice?.fields.get(field.field) ?? isPickedAtFirst(field)

export const changedFields = (item: Pick<ShopChange, 'fields'>): DryRunField[] =>
  item.fields.filter((one) => one.change !== 'none')

/** Which fields stay as the shop has them unless a person chooses ours. */
export type IsChoosable = (field: DryRunField) => boolean
const isChosen = (field: DryRunField, choice: Choice | undefined): boolean => choice?.fields.get(field.field) === true
export const chosenFields = (item: ShopChange, choice: Choice | undefined, isChoosable: IsChoosable): string[] =>
  item.fields.filter((one) => isChoosable(one) && isChosen(one, choice)).map(({ field }) => field)

/** The change, with our value in the fields where a person chose it. */
export function withChosen(item: ShopChange, choice: Choice | undefined, isChoosable: IsChoosable): ShopChange {
  if (chosenFields(item, choice, isChoosable).length === 0) return item
  const fields = item.fields.map((field) =>
    isChoosable(field) && isChosen(field, choice)
      ? { ...field, willBecome: field.ours, why: '按你的选择覆盖', change: field.storeNow === null ? CREATED : UPDATED }
      : field,
  )
  return { ...item, fields, action: item.action === 'none' ? 'update' : item.action }
}
const CREATED = 'create' as const
const UPDATED = 'update' as const

const NEW_CHOICE: Choice = { isTaken: true, fields: new Map() }

/** Selecting a pair of which no field is selected selects all its fields, because that is what the person means. */
function takenChoice(item: ShopChange, isTaken: boolean, choice: Choice = NEW_CHOICE): Choice {
  const next = { ...choice, isTaken }
  if (!isTaken || isGoing(item, next)) return next
  return { isTaken, fields: new Map(changedFields(item).map((field) => [field.field, true])) }
}

/** The choices after a pair was selected or left out as a whole. */
export const afterTake = (now: Choices, item: ShopChange, isTaken: boolean): Choices =>
  new Map(now).set(item.key, takenChoice(item, isTaken, now.get(item.key)))

/** The choices after fields of a pair were selected or left out. */
export function afterPick(now: Choices, item: ShopChange, fields: readonly string[], isPicked: boolean): Choices {
  const choice = now.get(item.key) ?? NEW_CHOICE
  const next = new Map([...choice.fields, ...fields.map((field) => [field, isPicked] as const)])
  return new Map(now).set(item.key, { isTaken: isPicked ? true : choice.isTaken, fields: next })
}

/** The pair will be written: it was not left out as a whole, and at least one of its fields is selected. */
export const isGoing = (item: ShopChange, choice: Choice | undefined): boolean =>
  mayWrite(item) && (choice?.isTaken ?? true) && changedFields(item).some((field) => isPicked(field, choice))

export const approvalOf = (item: DryRunItem, choice: Choice | undefined): Approval => ({
  productId: item.productId,
  storeId: item.storeId,
  contentHash: item.contentHash,
  skipFields: changedFields(item)
    .filter((field) => !isPicked(field, choice))
    .map((field) => field.field),
})

export type Order = { productIds: string[]; storeIds: string[]; approvals: Approval[] }

/**
 * The calls that push exactly the selected pairs. syncToShopify takes products × stores, so products are grouped by the stores that they
 * are pushed to: no product is pushed to a store that was not shown.
 */
export function ordersOf(items: readonly DryRunItem[], choices: Choices): Order[] {
  const going = items.filter((item) => isGoing(item, choices.get(pairKey(item))))
  const storesOf = new Map<string, string[]>()
  for (const { productId, storeId } of going) storesOf.set(productId, [...(storesOf.get(productId) ?? []), storeId])
  const groups = groupBy(storesOf, ([, storeIds]) => [...storeIds].sort().join(' '))
  return [...groups].map(([stores, of]) => {
    const productIds = of.map(([productId]) => productId)
    const approved = going.filter((item) => productIds.includes(item.productId))
    return {
      productIds,
      storeIds: stores.split(' '),
      approvals: approved.map((item) => approvalOf(item, choices.get(pairKey(item)))),
    }
  })
}

export type Shelf = 'all' | 'create' | 'update' | 'conflict' | 'none' | 'blocked'
export const isOnShelf = (item: DryRunItem, shelf: Shelf): boolean => {
  if (shelf === 'all') return true
  return shelf === 'conflict' ? item.fields.some((field) => field.conflict) : item.action === shelf
}

/** Counts of the variant fields in one comparison: 价格 8 · 库存 12 · 新增 2. */
export function variantCounts(fields: readonly DryRunField[]): { label: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const field of fields) {
    if (field.change === 'none') continue
    const label = variantWord(field)
    counts.set(label, (counts.get(label) ?? 0) + 1)
  }
  return [...counts].map(([label, count]) => ({ label, count })).sort((a, b) => b.count - a.count)
}

const KEY_WORDS: Readonly<Record<string, string>> = {
  price: '价格',
  compareAtPrice: '划线价',
  optionValues: '规格',
  sku: 'SKU',
  barcode: '条码',
  cost: '成本',
  weight: '重量',
  policy: '缺货时',
  stock: '库存',
}
const variantWord = (field: DryRunField): string => {
  const key = field.field.split('.')[2]
  if (key !== undefined) return KEY_WORDS[key] ?? field.label
  return field.change === 'delete' ? '移除' : '新增'
}

export const isOfVariant = (field: DryRunField): boolean => /^variants?[.:]/.test(field.field)
