import type { PaymentState } from '@huoqiao/contract/placement/placement.status'
import { and, desc, eq, gte, inArray, lt, ne, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { countCapped, countStates } from '../../db/search.ts'
import { isClosed } from './placement.rules.ts'
import { alibabaOrder, payment, paymentOrder } from './placement.tables.ts'
import { hasCome } from './stages.rules.ts'

export type PaymentRow = typeof payment.$inferSelect
export type PaymentWithOrders = PaymentRow & {
  orders: { orderId: string; purchaseId: string; stage: number | null; amountMinor: number }[]
}

export async function insertPayment(
  tx: Tx,
  row: typeof payment.$inferInsert,
  orders: readonly (typeof paymentOrder.$inferInsert)[],
): Promise<void> {
  await tx.insert(payment).values(row)
  if (orders.length > 0) await tx.insert(paymentOrder).values([...orders])
}

export async function updatePayment(
  tx: Tx,
  id: string,
  from: readonly PaymentState[],
  change: Partial<typeof payment.$inferInsert>,
): Promise<PaymentRow | undefined> {
  const [row] = await tx
    .update(payment)
    .set({ ...change, updatedAt: sql`now()` })
    .where(and(eq(payment.id, id), inArray(payment.state, [...from])))
    .returning()
  return row
}

export const findPaymentsOf = (tx: Tx, alibabaOrderIds: readonly string[]): Promise<PaymentRow[]> =>
  alibabaOrderIds.length === 0
    ? Promise.resolve([])
    : tx
        .selectDistinctOn([payment.id], paymentColumns)
        .from(payment)
        .innerJoin(paymentOrder, eq(paymentOrder.paymentId, payment.id))
        .where(and(inArray(paymentOrder.alibabaOrderId, [...alibabaOrderIds]), ne(payment.state, 'failed')))
        .orderBy(payment.id)

const paymentColumns = {
  id: payment.id,
  accountId: payment.accountId,
  way: payment.way,
  state: payment.state,
  totalMinor: payment.totalMinor,
  payUrl: payment.payUrl,
  message: payment.message,
  byId: payment.byId,
  by: payment.by,
  resolvedAt: payment.resolvedAt,
  createdAt: payment.createdAt,
  updatedAt: payment.updatedAt,
}

/**
 * When an order's stage or whole was paid, or the order was closed, this ends the payments whose last open order it was. Returns the
 * payments that ended.
 */
export async function resolvePayments(
  tx: Tx,
  alibabaOrderId: string,
  now: Date,
): Promise<{ id: string; isPaid: boolean }[]> {
  const ended: { id: string; isPaid: boolean }[] = []
  const rows = await tx
    .select({ id: paymentOrder.paymentId })
    .from(paymentOrder)
    .where(eq(paymentOrder.alibabaOrderId, alibabaOrderId))
  for (const { id } of rows) {
    const orders = await tx
      .select({
        status: alibabaOrder.status,
        paidAt: alibabaOrder.paidAt,
        stages: alibabaOrder.stages,
        stage: paymentOrder.stage,
      })
      .from(paymentOrder)
      .innerJoin(alibabaOrder, eq(alibabaOrder.id, paymentOrder.alibabaOrderId))
      .where(eq(paymentOrder.paymentId, id))
    if (orders.some((order) => !hasCome(order, order.stage) && !isClosed(order.status))) continue
    const isPaid = orders.some((order) => hasCome(order, order.stage))
    const moved = await updatePayment(tx, id, ['requested', 'sending', 'unknown'], {
      state: isPaid ? 'paid' : 'failed',
      resolvedAt: now,
      // Replaces any message from the time when the outcome was unknown.
      message: isPaid ? '1688显示已付款' : '1688订单已关闭，没有付款',
    })
    if (moved) ended.push({ id, isPaid })
  }
  return ended
}

/**
 * Payments recorded as failed for a stage, or the whole, of an order that is paid although no other payment of ours paid it; newest first.
 */
export async function findFailedOfPaid(tx: Tx, alibabaOrderId: string): Promise<string[]> {
  const rows = await tx
    .select({
      id: payment.id,
      state: payment.state,
      stage: paymentOrder.stage,
      paidAt: alibabaOrder.paidAt,
      stages: alibabaOrder.stages,
    })
    .from(paymentOrder)
    .innerJoin(payment, eq(payment.id, paymentOrder.paymentId))
    .innerJoin(alibabaOrder, eq(alibabaOrder.id, paymentOrder.alibabaOrderId))
    .where(eq(paymentOrder.alibabaOrderId, alibabaOrderId))
    .orderBy(desc(payment.createdAt), desc(payment.id))
  const isExplained = (stage: number | null): boolean =>
    rows.some((row) => row.stage === stage && row.state !== 'failed')
  return rows.filter((row) => hasCome(row, row.stage) && !isExplained(row.stage)).map(({ id }) => id)
}

/** How an order was paid, according to our own payments: the latest one that did not fail. */
export async function findPayWay(tx: Tx, alibabaOrderId: string): Promise<string | undefined> {
  const [last] = await tx
    .select({ way: payment.way })
    .from(payment)
    .innerJoin(paymentOrder, eq(paymentOrder.paymentId, payment.id))
    .where(and(eq(paymentOrder.alibabaOrderId, alibabaOrderId), ne(payment.state, 'failed')))
    .orderBy(desc(payment.createdAt), desc(payment.id))
    .limit(1)
  return last?.way
}

export const findPayment = async (tx: Tx, id: string): Promise<PaymentRow | undefined> =>
  (await tx.select().from(payment).where(eq(payment.id, id)))[0]

export async function withOrders(tx: Tx, rows: readonly PaymentRow[]): Promise<PaymentWithOrders[]> {
  if (rows.length === 0) return []
  const links = await tx
    .select({
      paymentId: paymentOrder.paymentId,
      orderId: alibabaOrder.orderId,
      purchaseId: alibabaOrder.purchaseId,
      stage: paymentOrder.stage,
      amountMinor: paymentOrder.amountMinor,
    })
    .from(paymentOrder)
    .innerJoin(alibabaOrder, eq(alibabaOrder.id, paymentOrder.alibabaOrderId))
    .where(
      inArray(
        paymentOrder.paymentId,
        rows.map((row) => row.id),
      ),
    )
  return rows.map((row) => ({ ...row, orders: links.filter((link) => link.paymentId === row.id) }))
}

export type PaymentFilter = {
  state?: PaymentState | undefined
  /** a purchase id (found by its number), or the beginning of a 1688 order number */
  purchaseId?: string | undefined
  orderId?: string | undefined
  from?: number | undefined
  to?: number | undefined
}

/** All filters except the state. */
const conditionsOf = ({ purchaseId, orderId, from, to }: Omit<PaymentFilter, 'state'>): SQL =>
  and(
    from === undefined ? undefined : gte(payment.createdAt, new Date(from)),
    to === undefined ? undefined : lt(payment.createdAt, new Date(to)),
    purchaseId === undefined && orderId === undefined
      ? undefined
      : sql`exists (select 1 from ${paymentOrder} po join ${alibabaOrder} ao on ao.id = po.alibaba_order_id
          where po.payment_id = ${payment.id} and ${
            purchaseId === undefined
              ? sql`ao.order_id::text like ${`${orderId!.replaceAll(/[\\%_]/g, '\\$&')}%`}`
              : sql`ao.purchase_id = ${purchaseId}`
          })`,
  ) ?? sql`true`

export async function findPaymentPage(
  tx: Tx,
  { state, ...filter }: PaymentFilter,
  page: { page: number; pageSize: number },
): Promise<{ rows: PaymentWithOrders[]; total: number; totalCapped: boolean }> {
  const where = and(conditionsOf(filter), state === undefined ? undefined : eq(payment.state, state))!
  const rows = await tx
    .select()
    .from(payment)
    .where(where)
    .orderBy(desc(payment.createdAt), desc(payment.id))
    .limit(page.pageSize)
    .offset((page.page - 1) * page.pageSize)
  const count = await countCapped(tx, sql`select 1 from ${payment} where ${where}`)
  return { rows: await withOrders(tx, rows), ...count }
}

export const countPayments = (tx: Tx, states: readonly PaymentState[], filter: Omit<PaymentFilter, 'state'>) =>
  countStates(
    tx,
    states,
    (state) => sql`select 1 from ${payment} where ${payment.state} = ${state} and ${conditionsOf(filter)}`,
  )
