import type { RefusalWord } from '@huoqiao/contract'
import { MARKETPLACE_PERMISSIONS, permissionOf } from '@huoqiao/contract/marketplace/permissions.status'
import type { MarketplacePermission } from '@huoqiao/contract/marketplace/permissions.status'
import type { Tokens } from '@huoqiao/connector-1688'
import { isRemoteFailure } from '@huoqiao/connector-kit'
import type { FailureWord, RemoteFailure } from '@huoqiao/connector-kit'
import { parseChinaTime } from '@huoqiao/kit/time'
import { connectionProblem } from '../../platform/connection-problem.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { RefusalDetail } from '../../platform/refusal.ts'

type Meaning = { word: RefusalWord; msg: string; why: string; next: NonNullable<RefusalDetail['next']> }

const ACCOUNTS = '/system/systemconfig?tab=marketplace'
const authorise = [{ label: '重新授权1688账号', to: '/system/connect?step=consent' }]
const later = [{ label: '稍后重试' }]

const BY_WORD: Readonly<Record<FailureWord, Meaning>> = {
  throttled: {
    word: 'marketplace-busy',
    msg: '1688接口繁忙，请稍后再试',
    why: '调用太频繁，1688要求暂停一会儿；请求没有执行',
    next: later,
  },
  unavailable: {
    word: 'marketplace-failed',
    msg: '暂时连不上1688',
    why: '网络不通或1688服务暂时不可用；请求没有执行',
    next: [...later, { label: '检查1688账号连接', to: ACCOUNTS }],
  },
  unauthorised: {
    word: 'marketplace-unauthorised',
    msg: '1688授权已失效',
    why: '访问令牌已过期，并且不能自动续期',
    next: authorise,
  },
  rejected: {
    word: 'marketplace-failed',
    msg: '1688拒绝了这次请求',
    why: '原样重试没有用',
    next: [],
  },
  'not-found': {
    word: 'offer-gone',
    msg: '货源已下架或不存在',
    why: '1688上已经找不到这个商品',
    next: [{ label: '换一个货源' }],
  },
  'already-done': {
    word: 'marketplace-failed',
    msg: '1688说这一步之前已经做过',
    why: '同样的请求之前已经成功，没有重复执行',
    next: [{ label: '刷新后查看' }],
  },
  'unknown-outcome': {
    word: 'outcome-unknown',
    msg: '请求已发给1688，但没有收到结果',
    why: '连接在收到答复之前中断，1688可能执行了，也可能没有',
    next: [{ label: '先核对，不要直接重试' }],
  },
}

/** Error codes that need other advice than their failure word (reference 1.7). */
const BY_CODE: Readonly<Record<string, Partial<Meaning>>> = {
  'gw.APIACLDecline': {
    msg: '1688应用没有这个接口的权限',
    why: '应用没有订购包含该接口的解决方案，或授权未生效；这要在1688开放平台处理',
    next: [{ label: '怎样申请权限', to: '/system/connect?step=permissions' }],
  },
  'gw.NoUsageLeftError': {
    msg: '1688接口调用量已用完',
    why: '已购买的调用量用完，再试也没有用，需要续购',
    next: [{ label: '在1688服务市场续购调用量' }],
  },
  'gw.SignatureInvalid': {
    msg: '1688应用密钥不正确',
    why: '签名没有通过校验，保存的AppSecret与AppKey不匹配',
    next: [{ label: '修改应用密钥', to: ACCOUNTS }],
  },
  'gw.SignatureMissing': {
    msg: '1688应用密钥不正确',
    why: '签名没有通过校验',
    next: [{ label: '修改应用密钥', to: ACCOUNTS }],
  },
  'gw.AppKeyNotFound': {
    msg: '1688不认识这个AppKey',
    why: 'AppKey填写有误或应用已被删除',
    next: [{ label: '修改AppKey', to: ACCOUNTS }],
  },
  invalid_client: {
    msg: '1688应用密钥不正确',
    why: 'AppKey与AppSecret不匹配',
    next: [{ label: '修改应用密钥', to: ACCOUNTS }],
  },
  invalid_grant: { why: '刷新令牌已失效（过期、改过密码或取消了授权）' },
}

/** How goods get into the collection box without the API. */
const PASTE = { label: '粘贴商品链接或编号', to: '/shop/product/1688' }
const COLLECTOR = { label: '用采集插件采集', to: '/system/connect?step=collector' }
const INSTEAD: Readonly<Partial<Record<MarketplacePermission, Meaning['next']>>> = {
  search: [PASTE, COLLECTOR],
  detail: [COLLECTOR],
}

/** Explanation for a group of APIs that the app was not granted: its purpose, and the alternative. */
function deniedMeaning(call: string): Partial<Meaning> | undefined {
  const key = permissionOf(call)
  if (key === undefined) return undefined
  const { label, what, without } = MARKETPLACE_PERMISSIONS[key]
  return {
    msg: `1688应用没有开通“${label}”权限`,
    why: `${what}要用到这个权限，由应用的负责人在1688开放平台申请；在那之前：${without}`,
    next: [...(INSTEAD[key] ?? []), { label: '怎样申请权限', to: '/system/connect?step=permissions' }],
  }
}

/**
 * A missing permission reported by an API itself, for example `没有该商品的查询权限` of the detail call: app and token are valid, but one product or
 * API is not allowed (reference 1.9).
 */
const NO_PERMISSION: Partial<Meaning> = {
  msg: '1688没有给这个应用查询该商品的权限',
  why: '应用和授权都有效，但1688不允许它读取这个商品：商品详情按跨境解决方案开放，商品也可能不在应用能查询的货源范围内',
  next: [{ label: '申请商品详情权限', to: '/system/connect?step=permissions' }, COLLECTOR],
}

/** Codes with which the gateway or the token endpoint refuses the credentials themselves (reference 1.6, 1.7). */
const REFUSES_CREDENTIALS = /^(?:401|http-401|gw\.|invalid_)/

/** Whether only the permission for this one thing is missing, while key, secret and tokens are valid. */
export const isMissingPermission = ({ word, detail }: RemoteFailure): boolean =>
  word === 'unauthorised' && !REFUSES_CREDENTIALS.test(detail.code ?? '')

/** Whether the app's access list refused the call (reference 1.7). */
export const isDeniedByAcl = ({ detail }: RemoteFailure): boolean => detail.code === 'gw.APIACLDecline'

/** Whether the API itself refused the request, which means that app and account may call it. */
export const isOwnAnswer = (failure: RemoteFailure): boolean =>
  (failure.word === 'rejected' || failure.word === 'not-found' || isMissingPermission(failure)) &&
  failure.detail.code?.startsWith('gw.') !== true

/** Error codes of previews and orders (reference 3.3); for other calls these codes are not defined. */
const ORDER_CALLS = /createOrder|createCrossOrder|fastCreateOrder/
const BY_ORDER_CODE: Readonly<Record<string, Partial<Meaning>>> = {
  '500_001': { msg: '商品不能在线交易', why: '1688不接受在线下单', next: [{ label: '换一个货源' }] },
  '500_004': {
    msg: '货源库存不足',
    why: '1688上的库存不够这次要买的件数',
    next: [{ label: '减少数量，或换一个货源' }],
  },
  '500_005': { msg: '没有达到起订量', why: '件数低于卖家的起订量', next: [{ label: '增加数量，或合并采购单' }] },
  '500_006': {
    msg: '没有达到混批要求',
    why: '件数或金额低于卖家的混批要求',
    next: [{ label: '增加数量，或合并采购单' }],
  },
  '500_008': { msg: '这个规格没有价格', why: '1688上这个规格的价格是0', next: [{ label: '换一个规格或货源' }] },
  '500_009': { msg: '没有达到起批要求', why: '件数低于卖家的最少起批数', next: [{ label: '增加数量，或合并采购单' }] },
}

/** The connector puts the call's name in front of the vendor's message; it is removed for people. */
function messagesOf({ message, detail }: RemoteFailure): string[] {
  const text = message.startsWith(`${detail.call}: `) ? message.slice(detail.call.length + 2) : message
  // For a broken connection the message is the connector's own, which `why` already contains.
  return text.startsWith('the remote ') ? [] : [text]
}

/**
 * The only place that decides what each failure of 1688 means for a person (architecture, section 3; beyond, item 10). The vendor's own
 * words go into `why`; the masked exchange is attached. `affects` is for callers who know it.
 */
export function explainMarketplaceFailure(failure: RemoteFailure, affects?: string): Refusal {
  const { code, exchange, retryAfterMs, field } = failure.detail
  const own = isMissingPermission(failure)
    ? NO_PERMISSION
    : code === undefined
      ? undefined
      : ((isDeniedByAcl(failure) ? deniedMeaning(failure.detail.call) : undefined) ??
        unreachable(failure) ??
        meaningOf(code, failure.detail.call))
  const meaning = { ...BY_WORD[failure.word], ...own }
  const text = [
    ...messagesOf(failure),
    ...(code === undefined ? [] : [`代码 ${code}`]),
    ...(field === undefined ? [] : [`字段 ${field}`]),
  ].join('，')
  const wait =
    failure.word === 'throttled' && retryAfterMs !== undefined
      ? `；约${Math.max(1, Math.ceil(retryAfterMs / 1000))}秒后可再试`
      : ''
  return new Refusal(meaning.word, {
    msg: meaning.msg,
    why: `${meaning.why}${wait}${text === '' ? '' : `（${text}）`}`.slice(0, 1000),
    ...(meaning.next.length === 0 ? {} : { next: meaning.next }),
    ...(affects === undefined ? {} : { affects }),
    ...(exchange === undefined ? {} : { exchange: { ...exchange } }),
  })
}

/** No connection: DNS, a refused connection, TLS and the proxy each have their own message. */
function unreachable({ word, detail }: RemoteFailure): Partial<Meaning> | undefined {
  const problem = word === 'unavailable' ? connectionProblem(detail.code, '1688') : undefined
  return problem && { why: `${problem.why}；请求没有执行`, next: [{ label: problem.next }] }
}

const meaningOf = (code: string, call: string): Partial<Meaning> | undefined =>
  ORDER_CALLS.test(call) ? (BY_ORDER_CODE[code] ?? BY_CODE[code]) : BY_CODE[code]

/** Failures that concern the account itself, not only one call. */
export const isAboutAccount = (failure: RemoteFailure): boolean =>
  failure.word === 'unauthorised' && !isDeniedByAcl(failure) && !isMissingPermission(failure)

/** Why a consent could not be extended: a refusal is final, other failures may be gone tomorrow. */
export const prolongFault = ({ word }: RemoteFailure): string =>
  word === 'rejected' || word === 'unauthorised' ? '1688没有接受自动延长' : '自动延长没有得到1688的答复，明天再试'

type Typed = { accessToken?: string | undefined; refreshToken?: string | undefined; endsOn?: string | undefined }

/** Tokens as typed by a person. Without an access token, the refresh token gets one at the first call. */
export function typedTokens(typed: Typed, kept: Tokens | undefined): Tokens | undefined {
  const tokens = newTokens(typed, kept)
  const end = typed.endsOn === undefined ? undefined : parseChinaTime(typed.endsOn)
  if (tokens === undefined || end === undefined) return tokens
  // If there is a refresh token, its end is the end of the consent.
  return tokens.refreshToken === null ? { ...tokens, expiresAt: end } : { ...tokens, refreshTokenExpiresAt: end }
}

function newTokens(typed: Typed, kept: Tokens | undefined): Tokens | undefined {
  const accessToken = typed.accessToken || undefined
  const refreshToken = typed.refreshToken || undefined
  if (accessToken === undefined && refreshToken === undefined) return kept
  return {
    accessToken: accessToken ?? '',
    refreshToken: refreshToken ?? kept?.refreshToken ?? null,
    expiresAt: accessToken === undefined ? 0 : null,
    refreshTokenExpiresAt: null,
    memberId: null,
    loginId: null,
    aliId: null,
  }
}

/** The refusal for a failure of 1688; undefined for any other error. */
export const asMarketplaceRefusal = (error: unknown): Refusal | undefined =>
  isRemoteFailure(error) ? explainMarketplaceFailure(error) : undefined
