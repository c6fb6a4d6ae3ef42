import { SEARCH } from '../collection.addresses.ts'

/** What to do about an offer that could not be collected, chosen by the server's sentence. */
export type Remedy = { advice: string; to?: string; label?: string }

const SETTINGS = '/system/systemconfig?tab=marketplace'

export function remedyOf(error: string): Remedy {
  if (/授权|密钥|账号|权限|令牌/.test(error))
    return { advice: '先处理1688账号，再重试。', to: SETTINGS, label: '去检查账号' }
  if (/调用量/.test(error)) return { advice: '续购调用量后重试。', to: SETTINGS, label: '查看账号' }
  if (/下架|找不到|不存在/.test(error))
    return { advice: '换一个货源，这一条可以忽略。', to: SEARCH, label: '去找同类货源' }
  return { advice: '稍后重试。' }
}
