import { createHash, randomBytes } from 'node:crypto'
import { CONSENT_MINUTES } from '@huoqiao/contract/marketplace/marketplace.status'
import type { ConsentRow } from './consent.store.ts'

/** The `state` parameter: unguessable, and kept as a digest, so that a copy of the database is not enough to answer a consent. */
export const newState = (): string => randomBytes(32).toString('base64url')
export const digestOf = (state: string): string => createHash('sha256').update(state).digest('hex')

/** Length limit for parameters, because anybody can send a request to the callback. */
const LONGEST = 1000

/** 1688's answer: a code, or null if the person refused. Undefined: neither. */
export function answerOf(query: Readonly<Record<string, unknown>>): { state: string; code: string | null } | undefined {
  const { state, code, error } = query
  if (typeof state !== 'string' || state === '' || state.length > LONGEST) return undefined
  if (typeof code === 'string' && code !== '' && code.length <= LONGEST) return { state, code }
  return typeof error === 'string' ? { state, code: null } : undefined
}

/** Why a consent cannot be completed; undefined: it can. */
export function consentFault(
  consent: ConsentRow | undefined,
  by: { accountId: string; now: number },
  appKey: string | undefined,
): string | undefined {
  if (!consent || consent.startedBy !== by.accountId)
    return '没有您发起的这次授权：它不是从这个登录账号点“去1688授权”开始的，或后来又重新点过'
  if (consent.state === 'refused') return '在1688的授权页上点了拒绝，或没有同意'
  if (consent.state === 'ended') return '这次授权已经用过；每次授权只能用一次'
  if (consent.expiresAt.getTime() <= by.now) return `超过了${CONSENT_MINUTES}分钟，这次授权已经失效`
  if (consent.state === 'asked' || consent.sealedCode === null) return '1688还没有答复这次授权'
  if (consent.appKey !== appKey) return '授权期间，这个账号的AppKey被改过，拿到的授权属于原来的应用'
  return undefined
}

type Owner = { loginId: string | null; memberId?: string | null }

/**
 * Why new tokens are refused: they belong to a different buyer than the account's former tokens, but orders and messages of an account belong to
 * one buyer. Tokens that a person typed have no owner and are accepted.
 */
export function ownerFault(kept: Owner | undefined, given: Owner): string | undefined {
  const isOther =
    kept?.memberId != null && given.memberId != null
      ? kept.memberId !== given.memberId
      : kept?.loginId != null && given.loginId != null && kept.loginId !== given.loginId
  return isOther
    ? `这个账号原来是 ${kept?.loginId ?? kept?.memberId}，这次用 ${given.loginId ?? given.memberId} 授权。换一个1688账号请另外添加；要用原来的，请先在1688退出登录再授权`
    : undefined
}
