import type { CancelReason } from '../trade.ts'
import type { CallOptions, Transport } from '../transport.ts'
import { longOf } from '../wire/big-json.ts'
import { resultLayout, topLayout } from '../wire/call-descriptor.ts'
import type { CallDescriptor } from '../wire/call-descriptor.ts'
import { saysOrderUnknown } from '../wire/error-words.ts'

const CANCEL: CallDescriptor = {
  namespace: 'com.alibaba.trade',
  name: 'alibaba.trade.cancel',
  safe: false,
  token: true,
  answer: topLayout(''),
  wordFor: (_code, message) => (saysOrderUnknown(message) ? 'not-found' : undefined),
}

const CONFIRM: CallDescriptor = { ...CANCEL, name: 'trade.receivegoods.confirm', answer: resultLayout('result') }

/** Cancels an unpaid order (reference 3.6). Throws RemoteFailure; after `unknown-outcome` read the order. */
export async function cancelOrder(
  transport: Transport,
  input: { readonly orderId: string; readonly reason: CancelReason; readonly remark?: string },
  options?: CallOptions,
): Promise<void> {
  const params = {
    webSite: '1688',
    tradeID: longOf(input.orderId),
    cancelReason: input.reason,
    remark: input.remark,
  }
  await transport.call(CANCEL, params, options)
}

/** Confirms receipt, which releases the money to the seller (reference 3.6). Throws RemoteFailure. */
export async function confirmReceipt(
  transport: Transport,
  input: { readonly orderId: string; readonly itemIds: readonly string[] },
  options?: CallOptions,
): Promise<void> {
  const params = { orderId: longOf(input.orderId), orderEntryIds: input.itemIds.map(longOf) }
  await transport.call(CONFIRM, params, options)
}
