import type { PurchaseBulkEdit } from '@huoqiao/contract/purchases/purchases.schema'
import { HEAD_LABELS, keptLineOf, LINE_LABELS, same } from './change.rules.ts'
import type { Change, Compared, KeptLine } from './change.rules.ts'
import type { LineRow } from './lines.store.ts'
import { skuKey } from './offer-price.rules.ts'
import type { PurchasePatch, PurchaseRow } from './purchases.store.ts'

/** The writes that undo an edit. */
export type UndoPlan = {
  readonly patch: PurchasePatch
  readonly lines: readonly { id: string; patch: Partial<LineRow> }[]
  readonly restored: readonly KeptLine[]
  readonly removedIds: readonly string[]
  /** Goods, address or account are restored, so the freight has to be asked for again. */
  readonly movesFreight: boolean
  /** the freight in fen that the edit dropped; null: it dropped none */
  readonly formerFreightMinor: number | null
}

const TYPED_HEAD = ['message', 'note', 'freightNote', 'addressId', 'addressName', 'accountId', 'accountName'] as const
const TYPED_LINE = ['quantity', 'shortReason', 'extraNeed'] as const
/** Fields that are recalculated from the restored ones. */
const FOLLOWING_HEAD = ['goodsMinor']
const FOLLOWING_LINE = ['need', 'unitPriceMinor']
const DESTINATION = /^(address|account)(Id|Name)$/

const isOf = <T extends string>(names: readonly T[], name: string): name is T =>
  (names as readonly string[]).includes(name)

/**
 * Undoes an edit (beyond, item 3): each field that it changed is set back, if it still has the value that the edit gave it. If somebody
 * changed a field since, nothing is undone, and that field is named. Amounts that the edit recalculated are recalculated again.
 */
export function undoOf(whole: Compared, changes: readonly Change[]): UndoPlan | { why: string } {
  const fields = changes.map(readField)
  const never = fields.find(({ kind }) => kind === 'never')
  if (never) return { why: `“${never.change.label}”的变化不能这样撤销` }
  const meant = fields.filter(({ kind }) => kind === 'head' || kind === 'line' || kind === 'whole-line')
  const movesGoods = fields.some(({ kind }) => kind === 'line' || kind === 'whole-line')
  const movesFreight = movesGoods || changes.some(({ field }) => DESTINATION.test(field))
  const freight = changes.find(({ field }) => field === 'freightMinor')
  // The freight was dropped because goods or address changed; otherwise a person typed it.
  const isAside = freight !== undefined && movesFreight && freight.after === null
  const typed = freight && !isAside ? [...meant, { kind: 'head' as const, change: freight }] : meant
  if (typed.length === 0) return { why: '这一条没有可撤销的改动' }
  // If the need fell without an edit by a person, a 截单提醒 was resolved: the order no longer wants the pieces.
  if (
    changes.some(({ field }) => field.endsWith('.need')) &&
    !changes.some(({ field }) => field.endsWith('.extraNeed'))
  )
    return { why: '订单的需求已经变了，不能这样撤销' }
  const plan = {
    patch: {} as PurchasePatch & Record<string, unknown>,
    lines: new Map<string, Partial<LineRow>>(),
    restored: [] as KeptLine[],
    removedIds: [] as string[],
  }
  // Added lines are removed first, because an added line may occupy the place of a removed one.
  const inOrder = typed.toSorted((a, b) => Number(b.change.before === null) - Number(a.change.before === null))
  const moved = inOrder.filter(({ change }) => !takeBack(whole, change, plan))
  if (moved.length > 0) {
    const names = [...new Set(moved.map(({ change }) => change.label))]
    return { why: `之后又改过：${names.slice(0, 3).join('、')}${names.length > 3 ? ` 等 ${names.length} 处` : ''}` }
  }
  const left = whole.lines.length - plan.removedIds.length + plan.restored.length
  if (left < 1) return { why: '撤销后采购单里就没有商品了；都不要时请删除采购单' }
  return {
    patch: plan.patch,
    lines: [...plan.lines].map(([id, patch]) => ({ id, patch })),
    restored: plan.restored,
    removedIds: plan.removedIds,
    movesFreight,
    formerFreightMinor: isAside ? (freight.before as number | null) : null,
  }
}

/**
 * The changes of a bulk edit that belong to one of its fields. The freight is left out: it depended on the whole edit and is asked of 1688
 * again.
 */
export function changesOfField(
  changes: readonly Change[],
  field: keyof PurchaseBulkEdit | undefined,
): readonly Change[] {
  if (field === undefined) return changes
  return changes.filter((change) => change.field === field || change.field === field.replace(/Id$/, 'Name'))
}

type Kind = 'head' | 'line' | 'whole-line' | 'freight' | 'follows' | 'never'

function readField(change: Change): { kind: Kind; change: Change } {
  const [head = '', id, key] = change.field.split('.')
  const kindOf = (): Kind => {
    if (head === 'freightMinor') return 'freight'
    if (isOf(TYPED_HEAD, head)) return 'head'
    if (isOf(FOLLOWING_HEAD, head)) return 'follows'
    if (head !== 'lines' || id === undefined) return 'never'
    if (key === undefined) return keptLineOf(change.before ?? change.after) ? 'whole-line' : 'never'
    if (isOf(TYPED_LINE, key)) return 'line'
    return isOf(FOLLOWING_LINE, key) ? 'follows' : 'never'
  }
  return { kind: kindOf(), change }
}

type Taken = {
  patch: Record<string, unknown>
  lines: Map<string, Partial<LineRow>>
  restored: KeptLine[]
  removedIds: string[]
}

/** Adds the field to the plan; false if the field no longer has the value that the change gave it. */
function takeBack(whole: Compared, { field, before, after }: Change, plan: Taken): boolean {
  const [head = '', id = '', key] = field.split('.')
  if (head in HEAD_LABELS) {
    if (!same(whole.row[head as keyof PurchaseRow], after)) return false
    plan.patch[head] = before
    return true
  }
  const known = whole.lines.find((line) => line.id === id)
  if (key === undefined) return before === null ? removed(known, after, plan) : restored(whole, before, plan)
  if (!known || !(key in LINE_LABELS) || !same(known[key as keyof LineRow], after)) return false
  plan.lines.set(id, { ...plan.lines.get(id), [key]: before })
  return true
}

function removed(known: LineRow | undefined, made: unknown, plan: Taken): boolean {
  const kept = keptLineOf(made)
  if (!known || !kept || known.quantity !== kept.line.quantity || known.extraNeed !== kept.line.extraNeed) return false
  plan.removedIds.push(known.id)
  return true
}

/** Refused if a line of the same SKU was added since. */
function restored(whole: Compared, stood: unknown, plan: Taken): boolean {
  const kept = keptLineOf(stood)
  const stay = whole.lines.filter((line) => !plan.removedIds.includes(line.id))
  if (!kept || stay.some((line) => line.id === kept.line.id || skuKey(line) === skuKey(kept.line))) return false
  plan.restored.push(kept)
  return true
}
