import type { Can } from '@huoqiao/contract'
import type {
  LineSource,
  OrderDetail,
  OrderLine,
  OrderPerson,
  OrderRow as OrderRowView,
} from '@huoqiao/contract/orders/orders.schema'
import { holdWord } from '@huoqiao/contract/orders/shop.words'
import type { KeptAddress } from './orders.types.ts'
import { flagsOf, lineFacts, unplacedOf } from './derive.rules.ts'
import { sourceView } from './orders-api.view.ts'
import type { ListRow } from './order-list.store.ts'
import type { OfferNames } from './order-source.store.ts'
import { canOf, refusalToBuy, toBuyOf } from './orders.rules.ts'
import type { EventRow, ItemRow, LineRow, OrderRow, PersonRow } from './orders.store.ts'
import { amountParts, editedAway, lineAmounts } from './order-amounts.rules.ts'
import { basisOf, profitMissing } from './profit.rules.ts'

/** Masks all but the first and last characters: "Anna Schmidt" → "A***t", "138 0013 8000" → "138****8000". */
function maskName(name: string): string {
  const characters = Array.from(name.trim())
  if (characters.length <= 1) return '*'
  return `${characters[0]}***${characters.length > 3 ? characters.at(-1) : ''}`
}
const maskPhone = (phone: string): string => (phone.length < 8 ? '****' : `${phone.slice(0, 3)}****${phone.slice(-4)}`)
const maskEmail = (email: string): string =>
  `${email.slice(0, 1)}***${email.includes('@') ? email.slice(email.indexOf('@')) : ''}`

export const rowView = (row: ListRow, storeIndex: number, seesCustomers: boolean): OrderRowView => ({
  id: row.id,
  number: row.number,
  store: storeIndex,
  state: row.state,
  payment: row.payment,
  tracking: row.trackingReturn,
  total: row.currentMinor,
  currency: row.currency,
  profit: row.profitCny,
  country: row.country,
  customer: row.customer === null || seesCustomers ? row.customer : maskName(row.customer),
  lines: row.lineCount,
  pieces: row.pieces,
  flags: flagsOf(row),
  at: row.orderedAt.getTime(),
})

export function lineView(
  line: LineRow,
  parts: {
    order: OrderRow
    item: ItemRow
    offers: ReadonlyMap<string, OfferNames>
    storeName: string
    /** why its source can no longer be bought */
    gone: string | undefined
  },
): OrderLine {
  const { order, item, offers } = parts
  const facts = lineFacts(line)
  const why = refusalToBuy(order.state, facts) ?? parts.gone
  const can = canOf(order.state)
  return {
    id: line.id,
    orderId: line.orderId,
    orderNumber: order.number,
    storeName: parts.storeName,
    sku: item.sku,
    title: item.title,
    variantTitle: item.variantTitle,
    image: item.image,
    variantId: item.variantId,
    productId: line.productId,
    quantity: line.quantity,
    current: line.current,
    returned: line.returned,
    toBuy: toBuyOf(facts),
    purchased: line.purchased,
    placed: line.placed,
    received: line.received,
    shipped: line.shipped,
    fulfilled: line.fulfilled,
    unitPriceMinor: line.unitPriceMinor,
    discountMinor: lineAmounts(line)?.discount ?? null,
    totalMinor: lineAmounts(line)?.total ?? null,
    currency: order.currency,
    ignored: line.ignored,
    requiresShipping: line.requiresShipping,
    source: withoutSupplier(sourceView(line, line.offerId === null ? undefined : offers.get(line.offerId))),
    can: {
      createPurchaseOrder: why ?? true,
      relateShopifyOrder: line.purchased > 0 ? '已采购的商品不能换货源' : (can['relateShopifyOrder'] ?? true),
      ignoreLines: line.purchased > 0 ? '已采购' : (can['ignoreLines'] ?? true),
    },
  }
}

function withoutSupplier(source: ReturnType<typeof sourceView>): LineSource | null {
  if (!source) return null
  const { supplierId: _supplierId, ...shown } = source
  return shown
}

/** An address as it is written on a parcel, from the company to the country. */
export const addressLines = (address: KeptAddress | null): string[] =>
  address === null
    ? []
    : [
        address.company,
        address.address1,
        address.address2,
        [address.city, address.province, address.zip].filter(Boolean).join(', '),
        address.country,
      ].filter((line): line is string => typeof line === 'string' && line !== '')

export function personView(order: OrderRow, person: PersonRow | undefined, seesCustomers: boolean): OrderPerson {
  const status = person ? 'held' : order.personStatus === 'held' ? 'expired' : order.personStatus
  const shown = (text: string | null | undefined, mask: (text: string) => string): string | null =>
    text ? (seesCustomers ? text : mask(text)) : null
  const lines = addressLines(person?.address ?? null)
  return {
    name: shown(person?.name, maskName),
    email: shown(person?.email, maskEmail),
    phone: shown(person?.phone, maskPhone),
    address: seesCustomers ? lines : lines.slice(-1),
    country: order.country,
    note: seesCustomers ? (person?.note ?? '') : person?.note ? '***' : '',
    masked: !seesCustomers && person !== undefined,
    status,
  }
}

/** The order in the admin of its shop. */
export const adminUrlOf = ({ origin }: { origin: string }, { shopifyId }: Pick<OrderRow, 'shopifyId'>): string =>
  `${origin}/admin/orders/${shopifyId}`

export type DetailParts = {
  order: OrderRow
  lines: readonly LineRow[]
  items: ReadonlyMap<string, ItemRow>
  offers: ReadonlyMap<string, OfferNames>
  /** why the sources of lines can no longer be bought, by line */
  gone: ReadonlyMap<string, string>
  person: PersonRow | undefined
  events: readonly EventRow[]
  store: { name: string; origin: string }
  seesCustomers: boolean
}

export function detailView(parts: DetailParts): OrderDetail {
  const { order, store } = parts
  const { presentment } = order.amounts
  const amounts = amountParts(order)
  const hasProfit = order.saleCny !== null && order.goodsCny !== null && order.profitCny !== null && order.rate !== null
  return {
    id: order.id,
    version: order.version,
    number: order.number,
    storeId: order.storeId,
    storeName: store.name,
    adminUrl: adminUrlOf(store, order),
    shopifyId: order.shopifyId,
    state: order.state,
    payment: order.payment,
    tracking: order.trackingReturn,
    financialStatus: order.financialStatus,
    fulfillmentStatus: order.fulfillmentStatus,
    returnStatus: order.returnStatus,
    cancelReason: order.cancelReason,
    risk: order.risk,
    riskAdvice: order.riskAdvice,
    flags: flagsOf(order),
    holdReason: order.heldReason ?? (order.shopHold === null ? null : holdWord(order.shopHold)),
    note: order.note,
    tags: order.tags,
    currency: order.currency,
    amounts: {
      ...amounts,
      editedAway: editedAway(amounts, parts.lines) ?? null,
      total: order.totalMinor,
      refunded: order.refundedMinor,
      current: order.currentMinor,
    },
    presentment,
    profit: hasProfit
      ? {
          saleMinor: order.saleCny!,
          goodsMinor: order.goodsCny!,
          freightMinor: order.freightCny ?? 0,
          abroadMinor: order.abroadCny,
          abroadBasis: order.abroadEnteredCny !== null ? 'entered' : order.abroadCny !== null ? 'estimated' : 'unknown',
          feeMinor: order.feeCny ?? 0,
          profitMinor: order.profitCny!,
          ...basisOf(
            { goodsPaidCny: order.goodsPaidCny, goodsCny: order.goodsCny! },
            parts.lines.reduce((sum, line) => sum + unplacedOf(order, line), 0),
          ),
          rate: order.rate!,
          rateDay: order.rateDay ?? '',
        }
      : null,
    profitMissing: profitMissing(order),
    person: personView(order, parts.person, parts.seesCustomers),
    lines: parts.lines.map((line) =>
      lineView(line, {
        order,
        item: parts.items.get(line.itemId)!,
        offers: parts.offers,
        storeName: store.name,
        gone: parts.gone.get(line.id),
      }),
    ),
    fulfillments: order.fulfillments,
    events: parts.events.map((event) => ({
      id: event.id,
      at: event.at.getTime(),
      kind: event.kind,
      text: event.text,
      by: event.byName,
    })),
    createdAt: order.orderedAt.getTime(),
    shopUpdatedAt: order.shopUpdatedAt.getTime(),
    readAt: order.readAt.getTime(),
    cancelledAt: order.cancelledAt?.getTime() ?? null,
    closedAt: order.closedAt?.getTime() ?? null,
    can: { ...canOf(order.state), ...cannotBuy(parts), redactCustomer: parts.person ? true : '没有客户信息' },
  }
}

/** If the sources of all lines that are left to buy are gone, the order cannot be purchased; the first reason is shown. */
function cannotBuy({ order, lines, gone }: DetailParts): Can {
  if (canOf(order.state)['createPurchaseOrder'] !== true) return {}
  const open = lines.filter((line) => refusalToBuy(order.state, lineFacts(line)) === null)
  const whys = open.flatMap((line) => gone.get(line.id) ?? [])
  return whys.length > 0 && whys.length === open.length ? { createPurchaseOrder: whys[0]! } : {}
}
