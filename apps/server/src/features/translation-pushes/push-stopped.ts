import { isRemoteFailure } from '@huoqiao/connector-kit'
import { Stopped } from '../../acts/failure.rules.ts'
import { isRefusal } from '../../platform/refusal.ts'
import type { StoresApi } from '../stores/index.ts'

/** A push that our own rules stopped. Texts that it wrote before stay written; the next push compares again. */
export class TranslationPushStopped extends Stopped {
  override readonly name = 'TranslationPushStopped'
  readonly advice: string
  constructor(message: string, advice: string) {
    super(message)
    this.advice = advice
  }
}

/** The message for a product whose push failed, and what to do next. */
export function explainFailure(
  stores: Pick<StoresApi, 'explainStoreFailure'>,
  error: unknown,
): { message: string; advice: string } {
  if (error instanceof TranslationPushStopped) return { message: error.message, advice: error.advice }
  const refusal = isRemoteFailure(error) ? stores.explainStoreFailure(error) : isRefusal(error) ? error : undefined
  if (!refusal)
    return error === undefined
      ? { message: '没有收到店铺的答复，正在核对', advice: '稍后会自动核对' }
      : { message: '系统内部错误，没有完成', advice: '重试；仍然失败请联系管理员' }
  const why = refusal.detail.why === undefined ? '' : `：${refusal.detail.why}`
  return { message: `${refusal.message}${why}`, advice: refusal.detail.next?.[0]?.label ?? '稍后重试' }
}
