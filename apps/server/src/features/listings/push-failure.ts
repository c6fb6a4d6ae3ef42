import { isRemoteFailure } from '@huoqiao/connector-kit'
import type { RemoteFailure } from '@huoqiao/connector-kit'
import { Stopped } from '../../acts/failure.rules.ts'
import { isRefusal } from '../../platform/refusal.ts'
import type { StoreDoc, StoresApi } from '../stores/index.ts'

/** Why a push stopped. What it wrote before stays written, and the next push compares again. */
export class PushStopped extends Stopped {
  override readonly name = 'PushStopped'
  readonly advice: string
  constructor(message: string, advice: string) {
    super(message)
    this.advice = advice
  }
}

export type Reported = {
  message: string
  advice: string
  word: string
  exchange?: NonNullable<RemoteFailure['detail']['exchange']>
}

/** The message for a failed push, and what to do next. */
export function explainPush(error: unknown, store: StoreDoc, stores: Pick<StoresApi, 'explainStoreFailure'>): Reported {
  if (error instanceof PushStopped) return { message: error.message, advice: error.advice, word: 'rejected' }
  if (isRemoteFailure(error) && error.detail.code === 'MEDIA_NOT_READY')
    return { message: '商品已写入店铺，店铺还在处理图片', advice: '稍后重试，会接着核对图片', word: error.word }
  if (isRemoteFailure(error)) {
    const refusal = stores.explainStoreFailure(error, store)
    const why = refusal.detail.why === undefined ? '' : `：${refusal.detail.why}`
    const { exchange } = error.detail
    return {
      message: `${refusal.message}${why}`,
      advice: refusal.detail.next?.[0]?.label ?? '稍后重试',
      word: error.word,
      ...(exchange ? { exchange } : {}),
    }
  }
  if (isRefusal(error))
    return {
      message: `${error.message}${error.detail.why === undefined ? '' : `：${error.detail.why}`}`,
      advice: error.detail.next?.[0]?.label ?? '稍后重试',
      word: error.word,
    }
  return { message: '系统内部错误，没有完成', advice: '重试；仍然失败请联系管理员', word: 'fault' }
}

/** The same in one sentence. */
export function sentenceOf(stores: Pick<StoresApi, 'explainStoreFailure'>, error: unknown): string {
  if (isRemoteFailure(error)) return stores.explainStoreFailure(error).message
  if (isRefusal(error) || error instanceof PushStopped) return error.message
  return '没有收到店铺的答复，正在核对'
}
