import type { Args, Call, TypeFields } from '../call.ts'
import { isProblem } from '../orders/fulfil.ts'
import { currentQuantity, unfulfilledQuantity } from '../orders/order-money.ts'
import { editOrder } from '../orders/order-edit.ts'
import type { EditRow } from '../orders/order.rows.ts'
import type { UserError } from '../rows.ts'
import { calculatedView } from '../orders/return-views.ts'
import { calculatedLine } from '../types/order-edit.fields.ts'

/** Order edits (schema 2026-07): begun, staged, committed; nothing changes the order before the commit. */
const refused = (field: string[], message: string): { userErrors: UserError[] } => ({
  userErrors: [{ field, message }],
})
const NOTHING = { calculatedOrder: null, calculatedLineItem: null, orderEditSession: null }

const orderEditBegin = (_source: unknown, args: Args, call: Call): unknown => {
  const order = call.shop.orders.get(args.id as string)
  if (!order) return { ...NOTHING, ...refused(['id'], 'The order does not exist.') }
  if (order.cancelledAt !== null)
    return { ...NOTHING, ...refused(['id'], 'The order is cancelled and cannot be edited.') }
  const row: EditRow = {
    id: call.shop.newId('CalculatedOrder'),
    orderId: order.id,
    quantities: [],
    additions: [],
    committed: false,
    updatedAt: order.updatedAt,
  }
  call.shop.orderEdits.put(row.id, row)
  return { calculatedOrder: calculatedView(order, row), orderEditSession: { id: sessionId(row) }, userErrors: [] }
}

const sessionId = (row: EditRow): string => row.id.replace('CalculatedOrder', 'OrderEditSession')

/** Finds a running edit by either of its ids; a committed one no longer exists. */
function openEdit(call: Call, id: string): EditRow | undefined {
  const row = call.shop.orderEdits.get(id.replace('OrderEditSession', 'CalculatedOrder'))
  return row && !row.committed ? structuredClone(row) : undefined
}

/** A staged change of an edit: changes the stored edit and returns the order as it would be. */
const staged =
  (change: (row: EditRow, args: Args, call: Call) => { userErrors: UserError[] } | { lineId: string }) =>
  (_source: unknown, args: Args, call: Call): unknown => {
    const row = openEdit(call, args.id as string)
    const order = row && call.shop.orders.get(row.orderId)
    if (!row || !order) return { ...NOTHING, ...refused(['id'], 'The calculated order does not exist.') }
    const done = change(row, args, call)
    if ('userErrors' in done) return { ...NOTHING, ...done }
    call.shop.orderEdits.put(row.id, row)
    return {
      calculatedOrder: calculatedView(order, row),
      calculatedLineItem: calculatedLine(order, row, done.lineId),
      orderEditSession: { id: sessionId(row) },
      userErrors: [],
    }
  }

const orderEditAddVariant = staged((row, args, call) => {
  const { variantId, quantity, allowDuplicates } = args as {
    variantId: string
    quantity: number
    allowDuplicates?: boolean
  }
  const order = call.shop.orders.get(row.orderId)!
  if (!call.shop.products.variant(variantId)) return refused(['variantId'], 'The variant does not exist.')
  if (quantity < 1) return refused(['quantity'], 'must be greater than 0')
  const there =
    order.lines.some((line) => line.variantId === variantId) || row.additions.some((one) => one.variantId === variantId)
  if (there && allowDuplicates !== true) return refused(['variantId'], 'The variant is already part of the order.')
  const id = call.shop.newId('CalculatedLineItem')
  row.additions.push({ id, variantId, quantity })
  return { lineId: id }
})

const orderEditSetQuantity = staged((row, args, call) => {
  const { lineItemId, quantity } = args as { lineItemId: string; quantity: number }
  const order = call.shop.orders.get(row.orderId)!
  const added = row.additions.find((one) => one.id === lineItemId)
  if (quantity < 0) return refused(['quantity'], 'must be greater than or equal to 0')
  if (added) {
    if (quantity === 0) row.additions = row.additions.filter((one) => one !== added)
    else added.quantity = quantity
    return { lineId: lineItemId }
  }
  const lineId = lineItemId.replace('CalculatedLineItem', 'LineItem')
  const line = order.lines.find((one) => one.id === lineId)
  if (!line) return refused(['lineItemId'], 'The line item does not exist.')
  if (quantity < currentQuantity(order, line) - unfulfilledQuantity(order, lineId))
    return refused(['quantity'], 'Quantity cannot go below what is fulfilled')
  row.quantities = [...row.quantities.filter((one) => one.lineId !== lineId), { lineId, quantity }]
  return { lineId }
})

/** Applies the staged changes to the order, all or none; when somebody else changed the order in between, the commit fails. */
const orderEditCommit = (_source: unknown, args: Args, call: Call): unknown => {
  const fail = (field: string[] | null, message: string): object => ({
    order: null,
    successMessages: null,
    userErrors: [{ field, message }],
  })
  const row = openEdit(call, args.id as string)
  const order = row && call.shop.orders.get(row.orderId)
  if (!row || !order) return fail(['id'], 'The calculated order does not exist.')
  if (order.updatedAt !== row.updatedAt) return fail(['id'], 'The order has been changed since the edit was begun.')
  const done = editOrder(call.shop, row.orderId, {
    quantities: row.quantities,
    additions: row.additions.map(({ variantId, quantity }) => ({ variantId, quantity })),
    note: (args.staffNote as string | null | undefined) ?? null,
  })
  if (isProblem(done)) return fail(done.field, done.message)
  call.shop.orderEdits.put(row.id, { ...row, committed: true })
  call.effects.push(`#${done.number} edited`)
  return { order: done, successMessages: ['Order updated'], userErrors: [] }
}

export const orderEditMutations: TypeFields = {
  orderEditBegin,
  orderEditAddVariant,
  orderEditSetQuantity,
  orderEditCommit,
}
