import { isRemoteFailure } from '@huoqiao/connector-kit'
import { isRefusal } from '../../platform/refusal.ts'
import type { StoresApi } from './stores.types.ts'

/** The message for an act in a shop that failed or whose outcome is unknown. */
export function actWords(stores: Pick<StoresApi, 'explainStoreFailure'>, error: unknown): string {
  if (isRemoteFailure(error)) return stores.explainStoreFailure(error).message
  return isRefusal(error) ? error.message : '没有收到店铺的答复，正在核对'
}
