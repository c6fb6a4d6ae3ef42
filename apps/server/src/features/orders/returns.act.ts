import { isRemoteFailure } from '@huoqiao/connector-kit'
import type { DeclineReturnRequest, ProcessReturnRequest, ShopReturn } from '@huoqiao/connector-shopify'
import { RETURN_STEPS } from '@huoqiao/contract/orders/return.words'
import type { ReturnActState } from '@huoqiao/contract/orders/return.words'
import { moneyText } from '@huoqiao/kit'
import type { Act, ActDefinition, Acts, ActsOf } from '../../acts/acts.ts'
import { isExternalFailure, Stopped } from '../../acts/failure.rules.ts'
import type { Tx } from '../../db/db.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { Clock } from '../../platform/clock.ts'
import type { NewId } from '../../platform/ids.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { NoticesService } from '../notices/index.ts'
import type { StoresApi } from '../stores/index.ts'
import { addEvents } from './orders.store.ts'
import { rereadOrders } from './orders.jobs.ts'
import { updateReturnAct } from './return-acts.store.ts'
import { readReturns } from './returns.jobs.ts'
import { gidOf } from './shop-order.mapping.ts'

type AtShop = {
  returnId: string
  /** gid://shopify/Return/… */
  returnGid: string
  returnName: string
  orderId: string
  orderNumber: string
  storeId: string
  shopifyOrderId: string
}
/** The answer to a requested return, or the end of an open one. */
export type ReturnAnswer = AtShop &
  ({ step: 'approve'; notifyCustomer: boolean } | ({ step: 'decline' } & DeclineReturnRequest) | { step: 'close' })
/** `formerIds`: the refunds that the return had before; any other refund is the one made by this act. */
export type ReturnRefund = AtShop & ProcessReturnRequest & { step: 'refund'; formerIds: readonly string[] }
export type ReturnActs = { answers: ActsOf<ReturnAnswer, void, true>; refunds: ActsOf<ReturnRefund, void, true> }

/** The shop may still be processing a request whose answer was lost. */
const ANSWER_PATIENCE = { absentAfterMs: 60_000, leastLooks: 2 }
const REFUND_PATIENCE = { absentAfterMs: 300_000, leastLooks: 2 }
const LOOK_MS = 15_000
/** The states of a return that show that the step was done, whoever did it. */
const AFTER: Readonly<Record<ReturnAnswer['step'], readonly ShopReturn['status'][]>> = {
  approve: ['OPEN', 'CLOSED'],
  decline: ['DECLINED'],
  close: ['CLOSED'],
}

/** Remote acts on returns in a shop. The act's key is our row of the return: none of these calls has an idempotency key. */
export function returnActs(deps: {
  clock: Clock
  newId: NewId
  jobs: Jobs
  acts: Acts
  stores: Pick<StoresApi, 'connectorOf' | 'explainStoreFailure'>
  notices: Pick<NoticesService, 'tell'>
}): ReturnActs {
  type Made = Act<ReturnAnswer | ReturnRefund>

  /** Records the outcome at the return and in the order's timeline, and has both read again. */
  async function note(tx: Tx, { id, intent, by, byId }: Made, state: ReturnActState, message: string): Promise<void> {
    const now = new Date(deps.clock.now())
    const row = await updateReturnAct(tx, id, { state, message, resolvedAt: state === 'unknown' ? null : now })
    if (!row) return
    const what = `${RETURN_STEPS[intent.step]} ${intent.returnName}`
    const text = state === 'done' ? `${what}：${message}` : `${what}没有完成：${message}`
    if (state !== 'unknown')
      await addEvents(tx, [
        { id: deps.newId(), orderId: intent.orderId, at: now, kind: 'person', text, byId, byName: by },
      ])
    if (state === 'unknown' || state === 'absent')
      await deps.notices.tell(tx, {
        kind: 'return-unsettled',
        about: `${id} ${state}`,
        text: `订单 ${intent.orderNumber} 的${what}：${message}`,
        to: `/order/list?order=${intent.orderId}`,
      })
    await deps.jobs.enqueue(tx, readReturns, { orderIds: [intent.orderId] })
    if (intent.step === 'refund' && state === 'done')
      await deps.jobs.enqueue(tx, rereadOrders, {
        storeId: intent.storeId,
        shopifyIds: [intent.shopifyOrderId],
        fulfillmentOrderIds: [],
      })
  }

  const reported = async (intent: AtShop, signal: AbortSignal): Promise<ShopReturn | undefined> => {
    const shop = await deps.stores.connectorOf(intent.storeId)
    const returns = await shop.readReturns(gidOf('Order', intent.shopifyOrderId), { signal })
    if (!returns) throw new Refusal('store-unauthorised', { why: '店铺没有给应用读取退货的权限（read_returns）' })
    return returns.find(({ id }) => id === intent.returnGid)
  }

  const common = <I extends ReturnAnswer | ReturnRefund>() =>
    ({
      lookAgainMs: () => LOOK_MS,
      // No purchase is concerned: the goods were sent to the shopper long ago.
      purchasesOf: () => [],
      explain(error) {
        if (error instanceof Stopped) return error.message
        if (!isExternalFailure(error)) return '已发出，没有收到店铺的答复，正在核对'
        if (isRemoteFailure(error) && error.detail.code === 'INVALID_STATE') return '在店铺里它的状态已经变了'
        const { message, detail } = isRemoteFailure(error) ? deps.stores.explainStoreFailure(error) : error
        return detail.why ?? message
      },
      refused: (tx, act, { message }) => note(tx, act, 'refused', message),
      unknown: (tx, act, { message }) => note(tx, act, 'unknown', message),
      absent: (tx, act) => note(tx, act, 'absent', '店铺没有收到，可以重新提交'),
    }) satisfies Partial<ActDefinition<I, void, true>>

  const answers = deps.acts.define<ReturnAnswer, void, true>({
    ...common<ReturnAnswer>(),
    kind: 'answer-return',
    patience: () => ANSWER_PATIENCE,
    async send({ intent }, { guard }) {
      const shop = await deps.stores.connectorOf(intent.storeId)
      const options = { lane: 'interactive', guard } as const
      if (intent.step === 'approve') return shop.approveReturn(intent.returnGid, intent.notifyCustomer, options)
      if (intent.step === 'close') return shop.closeReturn(intent.returnGid, options)
      const { reason, note: text, notifyCustomer } = intent
      return shop.declineReturn(intent.returnGid, { reason, note: text, notifyCustomer }, options)
    },
    async look({ intent }, signal) {
      const seen = await reported(intent, signal)
      return seen !== undefined && AFTER[intent.step].includes(seen.status) ? true : undefined
    },
    done: (tx, act) => note(tx, act, 'done', '店铺已接受'),
    found: (tx, act) => note(tx, act, 'done', '在店铺里查到已经生效'),
  })

  const refunds = deps.acts.define<ReturnRefund, void, true>({
    ...common<ReturnRefund>(),
    kind: 'refund-return',
    patience: () => REFUND_PATIENCE,
    async send({ intent }, { guard }) {
      const shop = await deps.stores.connectorOf(intent.storeId)
      const open = await shop.unprocessedReturn(intent.returnGid, { lane: 'interactive' })
      // Read while this act blocks other acts on the return: otherwise a refund made shortly before would be repeated.
      if (!open || open.refundIds.some((id) => !intent.formerIds.includes(id)))
        throw new Stopped('这次退货刚刚退过款，请刷新后核对')
      const { lines, payments, shipping, note: text, notifyCustomer } = intent
      const request = { lines, payments, shipping, note: text, notifyCustomer }
      await shop.processReturn(intent.returnGid, request, { lane: 'interactive', guard })
    },
    async look({ intent }, signal) {
      const seen = await reported(intent, signal)
      return seen?.refunds.some(({ id }) => !intent.formerIds.includes(id)) ? true : undefined
    },
    done: (tx, act) => note(tx, act, 'done', refundText(act.intent)),
    found: (tx, act) => note(tx, act, 'done', `${refundText(act.intent)}（在店铺里查到）`),
  })

  return { answers, refunds }
}

/** What a refund contains, for people. */
export function refundText({ lines, payments }: Pick<ProcessReturnRequest, 'lines' | 'payments'>): string {
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const restocked = lines
    .flatMap(({ dispositions }) => dispositions)
    .filter(({ locationId }) => locationId !== undefined)
    .reduce((sum, { quantity }) => sum + quantity, 0)
  const currency = payments[0]?.amount.currency ?? ''
  const minor = payments.reduce((sum, { amount }) => sum + amount.minor, 0)
  return `${pieces} 件，退 ${moneyText({ minor, currency })}，${restocked > 0 ? `${restocked} 件退回库存` : '不退回库存'}`
}
