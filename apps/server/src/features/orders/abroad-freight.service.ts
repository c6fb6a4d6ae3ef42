import type { BulkOutcome, InputOf, RowOutcome } from '@huoqiao/contract'
import type { ordersEndpoints } from '@huoqiao/contract/orders/orders.endpoints'
import type { ParsedFreight } from '@huoqiao/contract/orders/orders.schema'
import { parseMinor, yuanText } from '@huoqiao/kit'
import type { Db, Tx } from '../../db/db.ts'
import type { Call } from '../../platform/call.ts'
import type { Clock } from '../../platform/clock.ts'
import type { NewId } from '../../platform/ids.ts'
import { pastedRows } from '../../platform/pasted-rows.ts'
import { invalidField, Refusal } from '../../platform/refusal.ts'
import type { StoresApi } from '../stores/index.ts'
import { bulk, refusedRow } from './decisions.service.ts'
import { findOrderIdsByNumber } from './orders-api.store.ts'
import { findOrders } from './orders.store.ts'
import { personEvents } from './person-events.ts'
import type { WritingService } from './writing.service.ts'

type Endpoints = typeof ordersEndpoints
export type AbroadFreightService = ReturnType<typeof abroadFreightService>

const ROWS = 500
const MOST_FEN = 100_000_000

/**
 * The real international freight of orders: typed for one order, or pasted from a forwarder's bill. Without it the price rule's estimate is
 * used.
 */
export function abroadFreightService(deps: {
  db: Db
  clock: Clock
  newId: NewId
  stores: Pick<StoresApi, 'storeNames'>
  writing: WritingService
}) {
  const addEvents = personEvents(deps)

  return {
    async parseInternationalFreights({
      text,
      storeId,
    }: InputOf<Endpoints['parseInternationalFreights']>): Promise<ParsedFreight[]> {
      const rows = pastedRows(text)
      if (rows.length > ROWS) throw new Refusal('too-large', { why: `一次最多 ${ROWS} 行，现在有 ${rows.length} 行` })
      const names = await deps.stores.storeNames()
      const seen = new Set<string>()
      const parsed: ParsedFreight[] = []
      for (const { row, text: typed, cells } of rows) {
        const [orderNumber = ''] = cells
        // More than two cells means an amount with a thousands comma was split, if the columns are separated by commas.
        const sum = cells.length === 2 ? fenOf(cells[1]!) : undefined
        const blank = { row, text: typed, orderNumber, orderId: null, orderName: null, storeName: null }
        const found = await findOrders(deps.db.handle, await findOrderIdsByNumber(deps.db.handle, orderNumber))
        const mine = found.filter((order) => storeId === undefined || order.storeId === storeId)
        const [order] = mine
        const freightMinor = sum ?? null
        if (!order || mine.length > 1) {
          const stores = mine.map((one) => names.get(one.storeId) ?? '').join('、')
          const refusal = order ? `${stores} 都有这个订单号，请先选择店铺` : `没有订单 ${orderNumber}`
          parsed.push({ ...blank, freightMinor, beforeMinor: null, refusal })
          continue
        }
        const isTwice = seen.has(order.id)
        seen.add(order.id)
        parsed.push({
          ...blank,
          orderId: order.id,
          orderName: order.number,
          storeName: names.get(order.storeId) ?? null,
          freightMinor,
          beforeMinor: order.abroadCny,
          refusal: sum === undefined ? '要有两列：订单号和两位小数以内的金额' : isTwice ? '同一订单出现多次' : null,
        })
      }
      return parsed
    },

    async setInternationalFreights(
      tx: Tx,
      call: Call,
      { items, backToEstimate }: InputOf<Endpoints['setInternationalFreights']>,
    ): Promise<BulkOutcome> {
      const wanted = new Map<string, number | null>([
        ...items.map(({ orderId, freightMinor }) => [orderId, freightMinor] as const),
        ...backToEstimate.map((orderId) => [orderId, null] as const),
      ])
      if (wanted.size === 0) throw invalidField('items', '请填写国际运费')
      if (wanted.size < items.length + backToEstimate.length) throw invalidField('items', '同一订单只能填一次')
      const outcomes = new Map<string, RowOutcome>()
      const changed = new Map<string, string[]>()
      await deps.writing.change(tx, [...wanted.keys()], ({ order }) => {
        const entered = wanted.get(order.id) ?? null
        const words = entered === null ? '国际运费改回按定价规则预估' : `国际运费 ${yuanText(entered)}`
        outcomes.set(order.id, { key: order.id, ok: true, message: `${order.number}：${words}` })
        if (order.abroadEnteredCny === entered) return undefined
        changed.set(words, [...(changed.get(words) ?? []), order.id])
        call.notes.object('order', order.id, order.number)
        call.notes.change(`国际运费 ${order.number}`, order.abroadEnteredCny, entered)
        return { order: { abroadEnteredCny: entered, version: order.version + 1 } }
      })
      for (const [words, orderIds] of changed) await addEvents(tx, orderIds, words, call.actor)
      return bulk([...wanted.keys()].map((id) => outcomes.get(id) ?? refusedRow(id, 'not-found')))
    },
  }
}

/** Undefined: not an amount in yuan. */
function fenOf(text: string): number | undefined {
  const plain = text.replaceAll(/^[¥￥]|元$/g, '').replaceAll(/(?<=\d),(?=\d{3})/g, '')
  if (!/^(0|[1-9]\d{0,6})(\.\d{1,2})?$/.test(plain)) return undefined
  const fen = parseMinor(plain, 'CNY')
  return fen <= MOST_FEN ? fen : undefined
}
