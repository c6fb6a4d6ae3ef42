import { isRemoteFailure } from '@huoqiao/connector-kit'
import type { InputOf } from '@huoqiao/contract'
import type { OrderReturn } from '@huoqiao/contract/orders/order-returns.schema'
import type { ordersEndpoints } from '@huoqiao/contract/orders/orders.endpoints'
import { ORDER_RETURN_STATES } from '@huoqiao/contract/orders/orders.status'
import { DECLINE_REASONS, RETURN_STEPS } from '@huoqiao/contract/orders/return.words'
import type { ReturnStep } from '@huoqiao/contract/orders/return.words'
import type { ActsOf } from '../../acts/acts.ts'
import type { Db, Tx } from '../../db/db.ts'
import { isUniqueViolation } from '../../db/db.ts'
import { byColumnsOf } from '../../platform/call.ts'
import type { Call } from '../../platform/call.ts'
import type { NewId } from '../../platform/ids.ts'
import { isRefusal, Refusal } from '../../platform/refusal.ts'
import type { StoresApi } from '../stores/index.ts'
import { findOrder } from './orders.store.ts'
import type { OrderRow } from './orders.store.ts'
import { findReturn, insertReturnAct } from './return-acts.store.ts'
import type { ReturnActs, ReturnAnswer } from './returns.act.ts'
import type { ReturnsService } from './returns.service.ts'
import type { ReturnRow } from './returns.store.ts'

type Endpoints = typeof ordersEndpoints
export type ReturnAnswersService = ReturnType<typeof returnAnswersService>

/** A return that a person acts on, with its order. */
export type OpenReturn = { order: OrderRow; row: ReturnRow }
type Sending<I> = {
  step: ReturnStep
  intent: I
  /** what is sent, for people */
  message: string
  form?: { requestKey: string; formHash: string }
  /** runs after the act was recorded, so that no other act on the return can be under way */
  check?: (tx: Tx) => Promise<void>
}

/**
 * Common part of all acts on a return: checks that the return exists and may be acted on, records the act, sends it once, and reads the return back.
 */
export function returnSending(deps: {
  db: Db
  newId: NewId
  stores: Pick<StoresApi, 'explainStoreFailure' | 'storesById'>
  returns: Pick<ReturnsService, 'getReturn' | 'readNow'>
}) {
  const { db } = deps

  /** Throws a refusal with the reason if the return may not be acted on now. */
  const openReturn = async (
    returnId: string,
    name: 'approveReturn' | 'declineReturn' | 'closeReturn' | 'refundReturn',
  ): Promise<OpenReturn> => {
    const row = await findReturn(db.handle, returnId)
    const order = row && (await findOrder(db.handle, row.orderId))
    if (!row || !order) throw new Refusal('not-found')
    const { can } = await deps.returns.getReturn(db.handle, order, returnId)
    const allowed = can[name]
    if (allowed !== true) throw new Refusal('state-not-allowed', { why: `退货 ${row.name}：${allowed ?? ''}` })
    return { order, row }
  }

  const intend = async <I extends object>(
    acts: ActsOf<I, void, true>,
    call: Call,
    row: ReturnRow,
    sending: Sending<I>,
  ) => {
    const { step, intent, message, form, check } = sending
    const id = deps.newId()
    const by = byColumnsOf(call)
    try {
      return await db.transaction(async (tx) => {
        const act = await acts.intend(tx, { id, key: row.id, intent, ...by })
        await check?.(tx)
        await insertReturnAct(tx, { id, returnId: row.id, step, state: 'sending', message, ...form, ...by })
        return act
      })
    } catch (error) {
      if (isUniqueViolation(error, 'remote_act_open'))
        throw new Refusal('state-not-allowed', { why: `退货 ${row.name} 上一次提交还没有结果，核对清楚之前不会再提交` })
      throw error
    }
  }

  /** Sends the act at most once; if the answer was lost, reads the shop once. Returns the return as the shop then reports it. */
  async function sendOnce<I extends object>(
    acts: ActsOf<I, void, true>,
    call: Call,
    { order, row }: OpenReturn,
    sending: Sending<I>,
  ): Promise<OrderReturn> {
    call.notes.object('order', order.id, order.number)
    const act = await intend(acts, call, row, sending)
    const outcome = await acts.carryOut(act)
    const isFound = outcome.result === 'unknown' && (await lookOnce(acts, act.id, call.signal))
    // Also after a refusal, because usually somebody has changed the return in the shop.
    await deps.returns.readNow(order.id)
    if (outcome.result === 'done' || isFound) {
      call.notes.change(`${RETURN_STEPS[sending.step]} ${row.name}`, '', sending.message)
      return deps.returns.getReturn(db.handle, order, row.id)
    }
    if (outcome.result === 'unknown')
      throw new Refusal('outcome-unknown', {
        why: `退货 ${row.name} 的请求已发出，但没有收到店铺的答复。系统会核对，有结果就显示在这次退货里，请不要到店铺后台再做一次`,
        next: [{ label: '看这次退货的核对结果', to: `/order/list?order=${order.id}` }],
      })
    if (!isRemoteFailure(outcome.error)) throw new Refusal('state-not-allowed', { why: outcome.message })
    if (outcome.error.detail.code === 'INVALID_STATE') {
      const now = await findReturn(db.handle, row.id)
      const label = ORDER_RETURN_STATES[now?.state ?? row.state].label
      throw new Refusal('state-not-allowed', {
        why: `退货 ${row.name} 在店铺里已是“${label}”，这一次没有提交`,
        next: [{ label: '关掉这个窗口，就看到店铺现在的结果' }],
      })
    }
    const store = (await deps.stores.storesById(db.handle, [order.storeId])).get(order.storeId)
    throw deps.stores.explainStoreFailure(outcome.error, store)
  }

  return { openReturn, sendOnce }
}
export type ReturnSending = ReturnType<typeof returnSending>

async function lookOnce<I extends object>(
  acts: ActsOf<I, void, true>,
  id: string,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    return (await acts.look(id, signal)) === 'found'
  } catch (error) {
    if (!isRemoteFailure(error) && !isRefusal(error)) throw error
    return false
  }
}

/** The ids of a return and its order that an act needs. */
export const atShop = ({ order, row }: OpenReturn) => ({
  returnId: row.id,
  returnGid: row.shopifyGid,
  returnName: row.name,
  orderId: order.id,
  orderNumber: order.number,
  storeId: order.storeId,
  shopifyOrderId: order.shopifyId,
})

/** 同意, 拒绝 and 结束 a return in its shop. */
export function returnAnswersService({ acts, sending }: { acts: ReturnActs; sending: ReturnSending }) {
  const notification = (isSent: boolean): string => (isSent ? '通知买家' : '不通知买家')
  const answer = (call: Call, open: OpenReturn, intent: ReturnAnswer, message: string): Promise<OrderReturn> =>
    sending.sendOnce(acts.answers, call, open, { step: intent.step, intent, message })

  return {
    async approveReturn(
      call: Call,
      { returnId, notifyCustomer }: InputOf<Endpoints['approveReturn']>,
    ): Promise<OrderReturn> {
      const open = await sending.openReturn(returnId, 'approveReturn')
      return answer(call, open, { ...atShop(open), step: 'approve', notifyCustomer }, notification(notifyCustomer))
    },

    async declineReturn(
      call: Call,
      { returnId, declineReason, declineNote, notifyCustomer }: InputOf<Endpoints['declineReturn']>,
    ): Promise<OrderReturn> {
      const open = await sending.openReturn(returnId, 'declineReturn')
      const intent = {
        ...atShop(open),
        step: 'decline' as const,
        reason: declineReason,
        note: declineNote,
        notifyCustomer,
      }
      const parts = [DECLINE_REASONS[declineReason], declineNote, notification(notifyCustomer)]
      return answer(call, open, intent, parts.filter((part) => part !== '').join('，'))
    },

    async closeReturn(call: Call, { returnId }: InputOf<Endpoints['closeReturn']>): Promise<OrderReturn> {
      const open = await sending.openReturn(returnId, 'closeReturn')
      return answer(call, open, { ...atShop(open), step: 'close' }, '')
    },
  }
}
