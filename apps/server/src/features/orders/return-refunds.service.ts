import { createHash } from 'node:crypto'
import { isRemoteFailure } from '@huoqiao/connector-kit'
import type { ShopifyConnector, UnprocessedReturn } from '@huoqiao/connector-shopify'
import type { InputOf } from '@huoqiao/contract'
import type { OrderReturn, ReturnRefundPreview } from '@huoqiao/contract/orders/order-returns.schema'
import type { ordersEndpoints } from '@huoqiao/contract/orders/orders.endpoints'
import { canonicalJson, moneyText } from '@huoqiao/kit'
import type { Db, Tx } from '../../db/db.ts'
import type { Call } from '../../platform/call.ts'
import { invalidField, Refusal } from '../../platform/refusal.ts'
import type { StoresApi } from '../stores/index.ts'
import { findItems, findLinesOf, findOrder } from './orders.store.ts'
import { findFormer, findReturn } from './return-acts.store.ts'
import type { ReturnActRow } from './return-acts.store.ts'
import { atShop } from './return-answers.service.ts'
import type { OpenReturn, ReturnSending } from './return-answers.service.ts'
import { paymentsOf, piecesProblem, processedLines, restockableOf } from './return-refund.rules.ts'
import { refundText } from './returns.act.ts'
import type { ReturnActs } from './returns.act.ts'
import type { ReturnsService } from './returns.service.ts'
import { legacyOf } from './shop-order.mapping.ts'

type Endpoints = typeof ordersEndpoints
type Form = InputOf<Endpoints['refundReturn']>
export type ReturnRefundsService = ReturnType<typeof returnRefundsService>

/** Refunds pieces of returns in their shops, after a dry run. A person may change the amount that the shop proposes. */
export function returnRefundsService(deps: {
  db: Db
  stores: Pick<StoresApi, 'connectorOf' | 'explainStoreFailure' | 'storesById'>
  returns: Pick<ReturnsService, 'getReturn'>
  acts: ReturnActs
  sending: ReturnSending
}) {
  const { db, sending } = deps

  /** Works with the return in its shop, because the stored return may be outdated. Throws the shop's failure with a message for people. */
  const atStore = async <T>({ order }: OpenReturn, work: (shop: ShopifyConnector) => Promise<T>): Promise<T> => {
    try {
      return await work(await deps.stores.connectorOf(order.storeId))
    } catch (error) {
      if (!isRemoteFailure(error)) throw error
      const store = (await deps.stores.storesById(db.handle, [order.storeId])).get(order.storeId)
      throw deps.stores.explainStoreFailure(error, store)
    }
  }

  const unprocessed = async (
    shop: ShopifyConnector,
    { row }: OpenReturn,
    signal: AbortSignal,
  ): Promise<UnprocessedReturn> => {
    const found = await shop.unprocessedReturn(row.shopifyGid, { lane: 'interactive', signal })
    if (!found) throw new Refusal('not-found', { why: `店铺里没有退货 ${row.name}` })
    const why =
      found.status !== 'OPEN'
        ? '在店铺里已不是退货中'
        : found.exchanges > 0
          ? '有换货，请到店铺后台处理'
          : found.isPartial
            ? '商品太多，请到店铺后台处理'
            : undefined
    if (why !== undefined) throw new Refusal('state-not-allowed', { why: `退货 ${row.name} ${why}` })
    return found
  }

  return {
    async previewReturnRefund(
      call: Call,
      input: InputOf<Endpoints['previewReturnRefund']>,
    ): Promise<ReturnRefundPreview> {
      const open = await sending.openReturn(input.returnId, 'refundReturn')
      const options = { lane: 'interactive', signal: call.signal } as const
      const { found, lines, suggestion, locations } = await atStore(open, async (shop) => {
        const left = await unprocessed(shop, open, call.signal)
        const waiting = left.lines.filter(({ quantity }) => quantity > 0)
        const chosen = input.lines.length > 0 ? input.lines : waiting.map(({ id, quantity }) => ({ id, quantity }))
        const asked = chosen.map((line) => ({
          ...line,
          open: waiting.find(({ id }) => id === line.id)?.quantity ?? 0,
          restock: false,
        }))
        const problem = piecesProblem(asked, left)
        if (problem) throw new Refusal('state-not-allowed', { why: problem.why })
        return {
          found: waiting,
          lines: chosen,
          suggestion: await shop.suggestReturnRefund(
            open.row.shopifyGid,
            { lines: chosen, shipping: input.shipping },
            options,
          ),
          locations: await shop.listLocations(options),
        }
      })
      if (!suggestion) throw new Refusal('state-not-allowed', { why: '店铺没有给出退款的建议，请到店铺后台处理' })
      const sold = await findLinesOf(db.handle, [open.order.id])
      const items = new Map(
        (await findItems(db.handle, [...new Set(sold.map(({ itemId }) => itemId))])).map((item) => [item.id, item]),
      )
      return {
        lines: found.map((line) => {
          const of = sold.find(({ shopifyId }) => line.lineItemId && shopifyId === legacyOf(line.lineItemId))
          const item = of && items.get(of.itemId)
          return {
            id: line.id,
            lineId: of?.id ?? null,
            sku: item?.sku ?? '',
            title: item?.title ?? '',
            quantity: lines.find(({ id }) => id === line.id)?.quantity ?? 0,
            open: line.quantity,
            restockable: restockableOf(line),
          }
        }),
        locations: locations.filter(({ active }) => active).map(({ id, name }) => ({ id, name })),
        suggested: suggestion.amount ?? null,
        maximum: suggestion.maximum,
        shipping: suggestion.shipping,
        gateways: [...new Set(suggestion.payments.flatMap(({ gateway }) => gateway || []))],
      }
    },

    async refundReturn(call: Call, input: Form): Promise<OrderReturn> {
      const { requestKey, ...form } = input
      const formHash = createHash('sha256').update(canonicalJson(form)).digest('hex')
      // Checked before the state of the return: if the answer was lost, the same form is sent again, and by then no piece may be open.
      const former = await findFormer(db.handle, input.returnId, requestKey)
      if (former) return again(call, former, formHash)
      const open = await sending.openReturn(input.returnId, 'refundReturn')
      if (input.lines.some(({ restock }) => restock) && input.locationId === undefined)
        throw invalidField('locationId', '请选择退回哪个仓库')
      const request = await atStore(open, (shop) => requestOf(shop, open, input, call.signal))
      const intent = { ...atShop(open), step: 'refund' as const, ...request }
      return sending.sendOnce(deps.acts.refunds, call, open, {
        step: 'refund',
        intent,
        message: refundText(intent),
        form: { requestKey, formHash },
        check: (tx) => isNew(tx, input.returnId, requestKey),
      })
    },
  }

  /** The same form may have been recorded since the first check. */
  async function isNew(tx: Tx, returnId: string, requestKey: string): Promise<void> {
    if (await findFormer(tx, returnId, requestKey))
      throw new Refusal('state-not-allowed', { why: '这份退款已经提交过，没有重复退款' })
  }

  /** The result of the earlier act of the same form. If the form's content differs now, it is refused. */
  async function again(call: Call, former: ReturnActRow, formHash: string): Promise<OrderReturn> {
    if (former.formHash !== formHash) throw new Refusal('key-reused')
    if (former.state !== 'done')
      throw new Refusal('state-not-allowed', { why: '上一次提交还没有结果，核对清楚之前不会再提交' })
    const row = await findReturn(db.handle, former.returnId)
    const order = row && (await findOrder(db.handle, row.orderId))
    if (!row || !order) throw new Refusal('not-found')
    call.notes.object('order', order.id, order.number)
    return deps.returns.getReturn(db.handle, order, row.id)
  }

  /** What is sent, checked against what the shop has open now. */
  async function requestOf(shop: ShopifyConnector, open: OpenReturn, input: Form, signal: AbortSignal) {
    const left = await unprocessed(shop, open, signal)
    const problem = piecesProblem(input.lines, left)
    if (problem) throw new Refusal(problem.word, { why: problem.why })
    const lines = input.lines.map(({ id, quantity }) => ({ id, quantity }))
    const suggestion = await shop.suggestReturnRefund(
      open.row.shopifyGid,
      { lines, shipping: input.shipping },
      { lane: 'interactive', signal },
    )
    if (!suggestion) throw new Refusal('state-not-allowed', { why: '店铺没有给出退款的建议，请到店铺后台处理' })
    const most = suggestion.maximum.presentment
    if (input.currency !== most.currency) throw invalidField('currency', `买家付的是 ${most.currency}`)
    if (input.amountMinor > most.minor) throw invalidField('amountMinor', `最多退 ${moneyText(most)}`)
    const payments = paymentsOf(suggestion, input.amountMinor)
    if (!payments) throw new Refusal('state-not-allowed', { why: '原付款方式退不了这个金额，请改小，或到店铺后台处理' })
    return {
      lines: processedLines(input.lines, left, input.locationId),
      payments,
      shipping: input.shipping,
      note: input.note,
      notifyCustomer: input.notifyCustomer,
      formerIds: left.refundIds,
    }
  }
}
