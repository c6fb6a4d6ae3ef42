import { VARIANT_LABELS } from './edit.rules.ts'
import { same } from './same.rules.ts'
import { whyNotUnclaim } from './bulk.rules.ts'
import type { Change, ProductDoc, VariantDoc } from './products.types.ts'
import { isPlain, isUndoable, takeBack, truthful } from './undo.rules.ts'

/** Fields are named by their labels, with one entry for each change: 标题, 价格, 价格. */
type Left = { label: string; why: string }
export type PartlyUndone = { after: ProductDoc; taken: string[]; back: string[]; left: Left[] }

const CHANGED_SINCE = '之后又改过'

/**
 * Undoes a bulk action on one product (beyond, item 3), field by field: a field that still has the value from the action is set back.
 * Fields that were changed since, or already have the former value, are skipped and named.
 */
export function undoneWhereStill(doc: ProductDoc, changes: readonly Change[]): PartlyUndone {
  const done: PartlyUndone = { after: { ...doc }, taken: [], back: [], left: [] }
  for (const change of changes) {
    const label = labelOf(change)
    const why = whyNever(doc, change)
    if (why !== undefined) done.left.push({ label, why })
    else if (change.field.endsWith('.prices')) takePricesBack(done, change, label)
    else if (isBack(doc, change)) done.back.push(label)
    else if (takeBack(done.after, change)) done.taken.push(label)
    else done.left.push({ label, why: CHANGED_SINCE })
  }
  done.after.variants = done.after.variants.map(truthful)
  return done
}

/** One sentence about what was undone for a product, what was not, and why. */
export function undoneWords({ taken, back, left }: Omit<PartlyUndone, 'after'>): string {
  if (back.length + left.length === 0) return '已撤销'
  const whys = [...new Set(left.map(({ why }) => why))]
  return [
    ...(taken.length > 0 ? [`已撤销${counted(taken)}`] : []),
    ...whys.map((why) => `没有动${counted(left.filter((one) => one.why === why).map(({ label }) => label))}（${why}）`),
    ...(back.length > 0 ? [`${counted(back)}先前已改回`] : []),
  ].join('；')
}

const counted = (labels: readonly string[]): string =>
  [...new Set(labels)]
    .map((label) => {
      const n = labels.filter((one) => one === label).length
      return n === 1 ? label : `${label} ${n} 处`
    })
    .join('、')

/** 变体“红”的价格 → 价格. */
const labelOf = ({ label }: Change): string => label.split('”的').at(-1) ?? label

function whyNever(doc: ProductDoc, { field, before }: Change): string | undefined {
  if (!isUndoable(field)) return '这样的改动不能撤销'
  if (field !== 'storeIds') return undefined
  const kept = before as readonly string[]
  return whyNotUnclaim(
    doc,
    doc.storeIds.filter((id) => !kept.includes(id)),
  )
}

function isBack(doc: ProductDoc, { field, before }: Change): boolean {
  if (isPlain(field) || field === 'storeIds') return same(doc[field], before)
  const [, id, key] = field.split('.')
  const known = doc.variants.find((variant) => variant.id === id)
  return (
    known !== undefined && key !== undefined && key in VARIANT_LABELS && same(known[key as keyof VariantDoc], before)
  )
}

type Prices = VariantDoc['prices']

/**
 * Prices are set back for each store separately: one that was changed since does not block the others. A price that was added or removed
 * with its claim follows the claim.
 */
function takePricesBack(done: PartlyUndone, { field, before, after: made }: Change, label: string): void {
  const variant = done.after.variants.find(({ id }) => id === field.split('.')[1])
  if (!variant) {
    done.left.push({ label, why: CHANGED_SINCE })
    return
  }
  const was = new Map((before as Prices).map((price) => [price.storeId, price]))
  const is = new Map(variant.prices.map((price) => [price.storeId, price]))
  for (const { storeId, ...moved } of made as Prices) {
    const old = was.get(storeId)
    const now = is.get(storeId)
    if (old === undefined || same(old, { storeId, ...moved })) continue
    if (same(now, old)) done.back.push(label)
    else if (!same(now, { storeId, ...moved })) done.left.push({ label, why: CHANGED_SINCE })
    else {
      is.set(storeId, old)
      done.taken.push(label)
    }
  }
  for (const price of was.values()) if (!is.has(price.storeId)) is.set(price.storeId, price)
  done.after.variants = done.after.variants.map((one) =>
    one === variant ? { ...variant, prices: [...is.values()] } : one,
  )
}
