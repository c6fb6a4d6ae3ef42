import { isRemoteFailure } from '@huoqiao/connector-kit'
import { isRefusal } from '../../platform/refusal.ts'
import type { StoresApi } from '../stores/index.ts'

/** One sentence about the failure. If neither the shop nor its settings caused it, the answer is missing. */
export function sentenceOf(stores: Pick<StoresApi, 'explainStoreFailure'>, failure: unknown): string {
  if (!isRemoteFailure(failure) && !isRefusal(failure)) return '没有收到店铺的答复，正在核对'
  const { message, detail } = isRemoteFailure(failure) ? stores.explainStoreFailure(failure) : failure
  return detail.why ?? message
}
