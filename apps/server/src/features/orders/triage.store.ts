import { ordersEndpoints } from '@huoqiao/contract/orders/orders.endpoints'
import { RISK_ADVICE, RISKS } from '@huoqiao/contract/orders/risk.words'
import { sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import { countUpTo } from '../../db/search.ts'
import type { FigureReadings, TriageReadings } from '../../define-feature.ts'
import { store } from '../stores/stores.tables.ts'
import { goodsThatHoldOrders, linesWithoutSource } from './goods.tables.ts'
import { hasToLeaveBy, RETURNS } from './order-list.store.ts'
import { salesOrder, salesOrderCountDelta } from './orders.tables.ts'

const right = ordersEndpoints.getOrdersByCondition.path
const ofStore = sql`jsonb_build_object('store', s.name) as ref`

/** Translated here, because the triage list is searched by these words. */
const RISK_WORDS = JSON.stringify(Object.fromEntries(RISKS.map(({ value, label }) => [value, label])))
const ADVICE_WORDS = JSON.stringify(RISK_ADVICE)
const riskText = sql`'店铺提示' || coalesce(${RISK_WORDS}::jsonb ->> o.risk, o.risk) || coalesce('，' || (${ADVICE_WORDS}::jsonb ->> o.risk_advice), '')`

/** How many orders without a source are read to find the goods that they wait for, oldest first. It limits the cost of the list. */
const WAITING_ORDERS = 5_000

export const ordersTriage: TriageReadings = {
  unsourced: {
    right,
    // Sums all waiting orders, not only the at most 200 whose ids are in a row.
    stake: (rows) =>
      sql`select sum(o.sale_cny) from ${salesOrder} o where o.id in (select w.order_id from (${linesWithoutSource(WAITING_ORDERS)}) w where w.good_id in (select r.id from (${rows}) r))`,
    // One row for each good, not for each order: linking the good helps all orders that wait for it.
    reading: () =>
      sql`select g.id, g.name, '没有关联货源，' || g.orders || ' 张订单 ' || g.pieces || ' 件不能采购：' || array_to_string(g.numbers, '、') || case when g.orders > cardinality(g.numbers) then ' 等' else '' end as why, g.since, jsonb_build_object('store', s.name, 'title', g.name, 'orderIds', g.order_ids) as ref from (${goodsThatHoldOrders(WAITING_ORDERS)}) g join ${store} s on s.id = g.store_id`,
  },
  'order-check': {
    right,
    stake: (rows) => sql`select sum(o.sale_cny) from ${salesOrder} o where o.id in (select r.id from (${rows}) r)`,
    reading: () =>
      sql`select o.id, o.number as name, coalesce(nullif(concat_ws('；', case when o.address_missing and o.address_confirmed_at is null then '收货地址不完整' end, case when o.risk in ('medium', 'high') and o.risk_confirmed_at is null then ${riskText} end), ''), '需要人工确认') as why, o.ordered_at as since, ${ofStore} from ${salesOrder} o join ${store} s on s.id = o.store_id where o.state = 'pending' and ((o.address_missing and o.address_confirmed_at is null) or (o.risk = 'high' and o.risk_confirmed_at is null))`,
  },
}

const ordersIn = (state: string): SQL =>
  sql`(select coalesce(sum(delta), 0)::int from ${salesOrderCountDelta} where state = ${state})`

const toShipBy = (at: SQL): SQL =>
  countUpTo(sql`select 1 from ${salesOrder} where ${salesOrder.state} = 'to-ship' and ${hasToLeaveBy(at)}`)

/** Test orders of a shop's owner are left out. */
const ofBusiness = (since: SQL, until: SQL): SQL => sql`ordered_at >= ${since} and ordered_at <= ${until} and not test`

/** Sum of an amount over the orders of a period. Null if there are orders, but none has the amount; 0 without orders. */
const knownSum = (amount: SQL, { since, until }: { since: SQL; until: SQL }): SQL =>
  sql`(select case when count(*) > 0 and count(${amount}) = 0 then null else coalesce(sum(${amount}), 0)::bigint end from ${salesOrder} where ${ofBusiness(since, until)})`

export const orderFigures: FigureReadings = {
  ordersToday: {
    right,
    ofDay: true,
    reading: ({ since, until }) => countUpTo(sql`select 1 from ${salesOrder} where ${ofBusiness(since, until)}`),
  },
  salesToday: {
    right,
    ofDay: true,
    reading: (span) => knownSum(sql`sale_cny`, span),
  },
  profitToday: {
    right,
    ofDay: true,
    reading: (span) => knownSum(sql`profit_cny`, span),
  },
  toBuy: { right, reading: () => ordersIn('to-buy') },
  toShip: { right, reading: () => ordersIn('to-ship') },
  shipToday: { right, reading: ({ until }) => toShipBy(until) },
  shipLate: { right, reading: ({ since }) => toShipBy(sql`${since} - interval '1 millisecond'`) },
  returns: { right, reading: () => countUpTo(sql`select 1 from ${salesOrder} where ${RETURNS.open}`) },
}
