import { trimEnd } from '@huoqiao/kit'
import type { FailureWord, RemoteFailure } from '@huoqiao/connector-kit'
import type { RefusalWord } from '@huoqiao/contract'
import { connectionProblem } from '../../platform/connection-problem.ts'

/** `https://x.myshopify.com` without a trailing slash; undefined: not a possible shop address. */
export function normalOrigin(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') return undefined
  const path = trimEnd(url.pathname, '/')
  if (isLive(url) && (url.protocol !== 'https:' || path !== '' || url.port !== '')) return undefined
  return `${url.protocol}//${url.host}${path}`
}

const isLive = (url: URL): boolean => /(^|\.)myshopify\.com$/i.test(url.hostname)

/** Real shops are under myshopify.com; everything else is a simulator (decisions, section 6). */
export const environmentOf = (origin: string): 'sandbox' | 'live' => (isLive(new URL(origin)) ? 'live' : 'sandbox')

/** What a failure at a shop means for the person who waits (architecture, section 3). */
export type FailureMeaning = { word: RefusalWord; msg?: string; why: string; next: { label: string; to?: string }[] }

const SETTINGS = { label: '在系统配置里检查店铺授权（管理员）', to: '/system/systemconfig' }
const SCOPES = { label: '看缺哪些权限、谁来给（管理员）', to: '/system/connect?step=scopes' }
const LATER = { label: '稍后重试' }

const MEANINGS: Readonly<Record<FailureWord, (failure: RemoteFailure) => FailureMeaning>> = {
  throttled: ({ detail }) =>
    detail.code === 'DAILY_VARIANT_LIMIT'
      ? { word: 'store-busy', why: '店铺今天的新增变体数量已达上限', next: [{ label: '明天再同步，或升级店铺套餐' }] }
      : { word: 'store-busy', why: `店铺要求放慢速度${inSeconds(detail.retryAfterMs)}`, next: [LATER] },
  unavailable: ({ detail }) => {
    const problem = connectionProblem(detail.code, '店铺')
    return {
      word: 'store-failed',
      msg: '连不上店铺',
      why: problem === undefined ? '暂时连不上店铺，什么都没有改动' : `${problem.why}；什么都没有改动`,
      next: [problem === undefined ? LATER : { label: problem.next }],
    }
  },
  unauthorised: (failure) => ({
    word: 'store-unauthorised',
    why: refusedAccess(failure),
    next: [failure.detail.code === 'ACCESS_DENIED' ? SCOPES : SETTINGS],
  }),
  rejected: (failure) => ({
    word: 'store-failed',
    why: `店铺不接受${failure.detail.field === undefined ? '' : `字段 ${failure.detail.field}`}：${messageOf(failure)}`,
    next: [{ label: '修改后重试' }],
  }),
  'not-found': () => ({ word: 'not-found', why: '店铺里没有它（可能已被删除）', next: [{ label: '刷新列表' }] }),
  'already-done': () => ({ word: 'state-not-allowed', why: '店铺说之前已经做过', next: [{ label: '刷新列表' }] }),
  'unknown-outcome': () => ({
    word: 'outcome-unknown',
    why: '请求已发给店铺，但没有收到结果',
    next: [{ label: '先核对店铺里的结果，再决定是否重试' }],
  }),
}

export const meaningOf = (failure: RemoteFailure): FailureMeaning => MEANINGS[failure.word](failure)

/** The vendor's message, without the call's name in front. */
const messageOf = (failure: RemoteFailure): string =>
  failure.message.replace(`${failure.detail.call}: `, '').slice(0, 300)

/** The reason for which a shop gives no access, as far as its answer tells (reference shopify-admin, section 1). */
function refusedAccess(failure: RemoteFailure): string {
  const { call, code } = failure.detail
  if (code === 'ACCESS_DENIED') return denied(failure)
  if (call !== TOKEN_CALL) return '凭据失效、应用被卸载，或店铺已停用'
  if (code === 'invalid_client') return 'Client secret不正确：它和Client ID不是同一个应用的，或已经换过'
  if (code === 'application_cannot_be_found') return 'Shopify不认识这个Client ID，请从应用的设置里重新复制'
  return `店铺没有给应用令牌（${code ?? '没有说明'}）：应用没有安装到这家店铺，或店铺不属于应用所在的组织`
}
/** The request for an access token by client credentials. */
const TOKEN_CALL = 'oauth/access_token'

/** The vendor names the sufficient scopes in backquotes. */
const denied = (failure: RemoteFailure): string => {
  const grants = [...failure.message.matchAll(/`(\w+)` access scope/g)].map(([, grant]) => grant)
  return `应用缺少这一步需要的权限${grants.length === 0 ? '' : `（${grants.slice(0, 3).join(' 或 ')}）`}`
}

const inSeconds = (ms: number | undefined): string =>
  ms === undefined ? '' : `，约${Math.max(1, Math.ceil(ms / 1000))}秒后可再试`

/**
 * The health that a failure proves, if any: being busy or refusing a value says nothing about the store, and one missing scope leaves the
 * rest unchanged.
 */
export function healthAfter({
  word,
  detail,
}: RemoteFailure): 'unauthorised' | 'missing-scopes' | 'unreachable' | undefined {
  if (word === 'unauthorised') return detail.code === 'ACCESS_DENIED' ? 'missing-scopes' : 'unauthorised'
  return word === 'unavailable' ? 'unreachable' : undefined
}

/** Plain words for the shop's search; its operators are removed. Undefined: nothing is left. */
export function searchWords(keyword: string | undefined): string | undefined {
  const words = (keyword ?? '')
    .replaceAll(/["'():\\*<>=-]/g, ' ')
    .split(/\s+/)
    .filter((word) => word !== '' && !/^(and|or|not)$/i.test(word))
  return words.length === 0 ? undefined : words.join(' ')
}

/** Shop ids may be given as plain numbers. */
export const gidOf = (kind: 'Product' | 'ProductVariant', id: string): string =>
  id.startsWith('gid:') ? id : `gid://shopify/${kind}/${id}`

/** Addresses of a listing in the storefront and in the shop's admin. */
export const storefrontUrl = (origin: string, handle: string): string => `${origin}/products/${handle}`
export const adminUrl = (origin: string, productGid: string): string =>
  `${origin}/admin/products/${productGid.slice(productGid.lastIndexOf('/') + 1)}`
