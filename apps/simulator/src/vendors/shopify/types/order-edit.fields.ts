import type { Call, TypeFields } from '../call.ts'
import { fieldsOf } from '../call.ts'
import { paginate } from '../connections.ts'
import type { PageArgs } from '../connections.ts'
import { titleOf } from '../draft/variant.draft.ts'
import { currentQuantity, pairOf, unfulfilledQuantity } from '../orders/order-money.ts'
import { bag } from '../orders/order-views.ts'
import type { EditRow, OrderLineRow, OrderRow } from '../orders/order.rows.ts'
import type { CalculatedView } from '../orders/return-views.ts'
import { PRESENTMENT } from '../orders/purchase.ts'
import { variantView } from './variant.fields.ts'

type CalculatedLineView = {
  id: string
  order: OrderRow
  line: OrderLineRow | undefined
  variantId: string | null
  quantity: number
}

const oldLine = (order: OrderRow, edit: EditRow, line: OrderLineRow): CalculatedLineView => ({
  id: line.id.replace('LineItem', 'CalculatedLineItem'),
  order,
  line,
  variantId: line.variantId,
  quantity: edit.quantities.find((one) => one.lineId === line.id)?.quantity ?? currentQuantity(order, line),
})
const newLine = (order: OrderRow, added: EditRow['additions'][number]): CalculatedLineView => ({
  id: added.id,
  order,
  line: undefined,
  variantId: added.variantId,
  quantity: added.quantity,
})

export function calculatedLine(order: OrderRow, edit: EditRow, id: string): CalculatedLineView | null {
  const line = order.lines.find((one) => one.id === id)
  const added = edit.additions.find((one) => one.id === id)
  return line ? oldLine(order, edit, line) : added ? newLine(order, added) : null
}

const linesOf = ({ order, edit }: CalculatedView): CalculatedLineView[] => [
  ...order.lines.map((line) => oldLine(order, edit, line)),
  ...edit.additions.map((added) => newLine(order, added)),
]

const ownedBy = (s: CalculatedLineView, { shop }: Call) =>
  s.variantId === null ? undefined : shop.products.variant(s.variantId)

const calculatedType = fieldsOf<CalculatedView>({
  originalOrder: (s) => s.order,
  committed: (s) => s.edit.committed,
  subtotalLineItemsQuantity: (s) => linesOf(s).reduce((sum, line) => sum + line.quantity, 0),
  lineItems: (s, args) => paginate(linesOf(s), args as PageArgs, { id: (line) => line.id }),
  addedLineItems: (s, args) =>
    paginate(
      s.edit.additions.map((added) => newLine(s.order, added)),
      args as PageArgs,
      { id: (line) => line.id },
    ),
})

const calculatedLineType = fieldsOf<CalculatedLineView>({
  title: (s, _a, call) => s.line?.title ?? ownedBy(s, call)?.product.title ?? '',
  variantTitle: (s, _a, call) => {
    const owned = ownedBy(s, call)
    return s.line?.variantTitle ?? (owned ? titleOf(owned.product.options, owned.variant.values) : null)
  },
  sku: (s, _a, call) => s.line?.sku ?? ownedBy(s, call)?.variant.sku ?? null,
  variant: (s, _a, call) => {
    const owned = ownedBy(s, call)
    return owned ? variantView(owned.product, owned.variant) : null
  },
  quantity: (s) => s.quantity,
  editableQuantity: (s) =>
    s.line
      ? Math.max(0, s.quantity - (currentQuantity(s.order, s.line) - unfulfilledQuantity(s.order, s.line.id)))
      : s.quantity,
  editableQuantityBeforeChanges: (s) => (s.line ? unfulfilledQuantity(s.order, s.line.id) : 0),
  customAttributes: (s) => s.line?.customAttributes ?? [],
  restockable: (s) => s.variantId !== null,
  restocking: () => true,
  hasStagedLineItemDiscount: () => false,
  originalUnitPriceSet: (s, _a, call) => {
    const rate = PRESENTMENT[s.order.currency]?.[s.order.presentmentCurrency] ?? '1'
    const minor = ownedBy(s, call)?.variant.priceMinor ?? 0
    return bag(s.order, s.line?.unitPrice ?? pairOf(minor, s.order.currency, s.order.presentmentCurrency, rate))
  },
})

export const orderEditTypes: Record<string, TypeFields> = {
  CalculatedOrder: calculatedType,
  CalculatedLineItem: calculatedLineType,
}
