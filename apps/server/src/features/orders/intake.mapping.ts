import { cancelWord, financialWord, fulfillmentWord, holdWord } from '@huoqiao/contract/orders/shop.words'
import { moneyText } from '@huoqiao/kit'
import { lineFacts } from './derive.rules.ts'
import { dueOf, isMoneyGone, orderedOf } from './orders.rules.ts'
import type { LineRow, OrderRow, PersonRow } from './orders.store.ts'
import type { NewLine, NewOrder, NewPerson, OrderChangeWhy } from './orders.types.ts'
import type { LineSourceColumns } from './sources.service.ts'

/** The reason of an order that is cancelled here because the shop deleted it. */
export const DELETED = 'DELETED'

/** Merges a report of the shop into a stored order: decisions of people stay, reported fields replace, unreported fields stay. */
export function mergeOrder(
  order: NewOrder,
  before: OrderRow | undefined,
  given: { orderId: string; storeId: string; now: Date; rescued: boolean },
): OrderRow {
  const { person, lines: _lines, risk, shopHold, returnStatus, addressIncomplete, reportedAt, ...plain } = order
  const personStatus = before?.personStatus
  return {
    ...(before ?? unmade(given)),
    ...plain,
    // A deleted order stays deleted: a message of an earlier change may come after that of the deletion.
    ...(before?.cancelReason === DELETED ? { cancelledAt: before.cancelledAt, cancelReason: DELETED } : {}),
    readAt: reportedAt,
    refundedMinor: order.refundedMinor ?? before?.refundedMinor ?? 0,
    edited: order.edited ?? before?.edited ?? false,
    returnStatus: returnStatus ?? before?.returnStatus ?? 'NO_RETURN',
    risk: risk?.level ?? before?.risk ?? 'none',
    riskAdvice: risk ? risk.advice : (before?.riskAdvice ?? null),
    shopHold: shopHold ? shopHold.reason : (before?.shopHold ?? null),
    addressMissing: addressIncomplete,
    // Personal data that was deleted on request is not stored again when a later message contains it.
    personStatus:
      personStatus === 'redacted' || personStatus === 'expired'
        ? personStatus
        : person
          ? 'held'
          : (personStatus ?? 'absent'),
    updatedAt: given.now,
  }
}

const unmade = (given: { orderId: string; storeId: string; now: Date; rescued: boolean }) => ({
  id: given.orderId,
  version: 0,
  storeId: given.storeId,
  rescued: given.rescued,
  state: 'unpaid' as const,
  payment: 'unpaid' as const,
  trackingReturn: 'none' as const,
  riskConfirmedAt: null,
  addressConfirmedAt: null,
  heldReason: null,
  heldBy: null,
  heldAt: null,
  cut: false,
  note: '',
  lineCount: 0,
  pieces: 0,
  unsourced: false,
  saleCny: null,
  goodsCny: null,
  freightCny: null,
  abroadCny: null,
  feeCny: null,
  profitCny: null,
  rate: null,
  rateDay: null,
  goodsPaidCny: null,
  abroadEnteredCny: null,
  freightPaidCny: null,
  createdAt: given.now,
})

/** Merges a report into a stored line. A source is searched only while the line has none; a chosen or bought source stays. */
export function mergeLine(
  line: NewLine,
  before: LineRow | undefined,
  given: { id: string; orderId: string; itemId: string; position: number; source: LineSourceColumns; now: Date },
): LineRow {
  const fresh: LineRow = {
    id: given.id,
    orderId: given.orderId,
    itemId: given.itemId,
    shopifyId: line.shopifyId,
    position: given.position,
    quantity: line.quantity,
    current: line.current,
    fulfilled: line.fulfilled,
    returned: line.returned,
    unitPriceMinor: line.unitPriceMinor,
    listPriceMinor: line.listPriceMinor,
    discountMinor: line.discountMinor,
    requiresShipping: line.requiresShipping,
    ignored: false,
    purchased: 0,
    placed: 0,
    received: 0,
    shipped: 0,
    ...given.source,
    createdAt: given.now,
    updatedAt: given.now,
  }
  if (!before) return fresh
  return {
    ...before,
    // The variant was deleted in the shop, so the item as it was sold is kept.
    itemId: line.variantId === null ? before.itemId : given.itemId,
    position: given.position,
    quantity: line.quantity,
    current: line.current,
    fulfilled: line.fulfilled,
    returned: line.returned,
    unitPriceMinor: line.unitPriceMinor,
    listPriceMinor: line.listPriceMinor,
    discountMinor: line.discountMinor,
    requiresShipping: line.requiresShipping,
    ...(before.offerId === null && before.purchased === 0 ? given.source : {}),
    updatedAt: given.now,
  }
}

export function mergePerson(person: NewPerson, order: OrderRow, now: Date): PersonRow {
  return {
    orderId: order.id,
    storeId: order.storeId,
    ...person,
    words: wordsOf(person),
    orderedAt: order.orderedAt,
    createdAt: now,
    updatedAt: now,
  }
}

/** Lengths of phone endings that are indexed, because a phone may be typed without its country or area code. */
const PHONE_ENDS = [4, 6, 7, 8, 9, 10, 11]

/** The search words of a person: words of the name, the e-mail address and its part before @, the phone and its endings. */
export function wordsOf(person: Pick<NewPerson, 'name' | 'email' | 'phone'>): string[] {
  const name = (person.name ?? '').toLowerCase()
  const email = (person.email ?? '').toLowerCase()
  const digits = (person.phone ?? '').replaceAll(/\D/g, '')
  const words = [...name.split(/\s+/), name.replaceAll(/\s+/g, ' '), email, email.split('@')[0] ?? '']
  const phones = PHONE_ENDS.filter((length) => digits.length >= length).map((length) => digits.slice(-length))
  return [...new Set([...words, ...(phones.length > 0 ? [digits, ...phones] : [])])].filter((word) => word !== '')
}

/** Fulfilments that this report is the first to show as cancelled. */
export function newlyCancelled(before: Pick<OrderRow, 'fulfillments'> | undefined, row: OrderRow): string[] {
  if (!before) return []
  const known = new Set(before.fulfillments.filter(isCancelled).map(({ id }) => id))
  return row.fulfillments.filter((one) => isCancelled(one) && !known.has(one.id)).map(({ id }) => id)
}
const isCancelled = ({ status }: { status: string }): boolean => status === 'CANCELLED'

type Changed = {
  before: OrderRow | undefined
  row: OrderRow
  lines: readonly LineRow[]
  linesBefore: readonly LineRow[]
}

/** Timeline texts for the change, and the reasons to report to features that bought goods for the order. */
export function changesOf({ before, row, lines, linesBefore }: Changed): { texts: string[]; whys: OrderChangeWhy[] } {
  const amount = (minor: number): string => moneyText({ minor, currency: row.currency })
  if (!before) return { texts: [row.rescued ? '补单：从店铺找回订单' : '店铺订单已进入系统'], whys: [] }
  const texts: string[] = []
  const whys: OrderChangeWhy[] = []
  const bought = lines.some((line) => line.purchased > 0)
  const say = (on: boolean, text: string, why?: OrderChangeWhy): void => {
    if (!on) return
    texts.push(text)
    if (why && bought && !whys.includes(why)) whys.push(why)
  }
  say(
    before.cancelledAt === null && row.cancelledAt !== null,
    `店铺取消了订单（${row.cancelReason === null ? '未说明原因' : cancelWord(row.cancelReason)}）`,
    'cancelled',
  )
  say(
    before.payment !== row.payment,
    `付款状态：${financialWord(before.financialStatus)} → ${financialWord(row.financialStatus)}`,
    // Also if the payment was refunded or voided before and no longer is.
    isMoneyGone(before.payment) || isMoneyGone(row.payment) ? 'refunded' : undefined,
  )
  say(
    row.refundedMinor > before.refundedMinor,
    `店铺退款 ${amount(row.refundedMinor - before.refundedMinor)}`,
    'refunded',
  )
  say(
    before.shopHold === null && row.shopHold !== null,
    `店铺搁置了订单（${holdWord(row.shopHold ?? 'OTHER')}）`,
    'held',
  )
  say(before.shopHold !== null && row.shopHold === null, '店铺取消了搁置')
  const known = new Map(linesBefore.map((line) => [line.shopifyId, line]))
  const added = lines.filter((line) => !known.has(line.shopifyId)).length
  say(added > 0, `店铺增加了 ${added} 种商品`)
  // A piece that was sent and came back does not count as removed by the shop: purchases for the line keep their goods.
  const orderedBefore = (line: LineRow): number => orderedOf(known.get(line.shopifyId) ?? line)
  const more = lines.filter((line) => orderedOf(line) > orderedBefore(line))
  say(more.length > 0, `店铺增加了 ${more.length} 种商品的数量`)
  const fewer = lines.filter((line) => orderedOf(line) < orderedBefore(line))
  say(
    fewer.length > 0,
    `店铺减少了 ${fewer.length} 种商品的数量`,
    fewer.some((line) => line.purchased > 0) ? 'reduced' : undefined,
  )
  const dueBefore = (line: LineRow): number => dueOf(lineFacts({ ...line, ...known.get(line.shopifyId) }))
  // The shop fulfilled the line itself, or cancelled such a fulfilment. A fulfilment from goods that we received does not count.
  const isMoved = (line: LineRow): boolean =>
    line.fulfilled !== known.get(line.shopifyId)?.fulfilled && dueOf(lineFacts(line)) !== dueBefore(line)
  if (lines.some((line) => line.purchased > 0 && isMoved(line))) whys.push('fulfilled')
  say(
    before.fulfillmentStatus !== row.fulfillmentStatus,
    `店铺发货状态：${fulfillmentWord(before.fulfillmentStatus)} → ${fulfillmentWord(row.fulfillmentStatus)}`,
  )
  return { texts, whys }
}
