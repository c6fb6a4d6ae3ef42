import { parseChinaTime } from '@huoqiao/kit/time'
import * as z from '../zod.ts'
import { defineEndpoints } from '../endpoint.ts'
import { can, id, instant, nothing, requiredText, text, version } from '../wire.ts'
import { MARKETPLACE_HEALTH } from './marketplace.status.ts'
import { PERMISSION_KEYS } from './permissions.status.ts'
import type { MarketplaceHealth } from './marketplace.status.ts'

/** A 1688 account: the app's key and secret and the tokens of one buyer. Secrets can be set but are never returned. */
export const marketplaceAccountFields = z.object({
  name: requiredText(64),
  /** https://gw.open.1688.com, or the simulator's address */
  gateway: z.url({ protocol: /^https?$/ }).max(200),
  appKey: requiredText(64),
  appSecret: text(256).optional(),
  accessToken: text(512).optional(),
  refreshToken: text(512).optional(),
  /** the day (China time) on which the typed tokens expire; 1688 reports the expiry only for consents, not for typed tokens */
  endsOn: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}$/, '应为 2027-05-31 这样的日期')
    .refine((day) => parseChinaTime(day) !== undefined, '没有这一天')
    .optional(),
  isDefault: z.boolean().default(false),
})
export type MarketplaceAccountFields = z.infer<typeof marketplaceAccountFields>

export const marketplaceAccount = z.object({
  id,
  name: z.string(),
  gateway: z.string(),
  environment: z.enum(['sandbox', 'live']),
  appKey: z.string(),
  loginId: z.string().nullable(),
  isDefault: z.boolean(),
  hasSecret: z.boolean(),
  hasRefreshToken: z.boolean(),
  tokenExpiresAt: instant.nullable(),
  /** until when access tokens can be renewed; after that a person has to consent again */
  refreshTokenExpiresAt: instant.nullable(),
  /** 1688's last answer for an API of each group; absent: not called yet */
  permissions: z.partialRecord(z.enum(PERMISSION_KEYS), z.enum(['granted', 'denied'])),
  health: z.enum(Object.keys(MARKETPLACE_HEALTH) as [MarketplaceHealth, ...MarketplaceHealth[]]),
  healthMessage: z.string(),
  checkedAt: instant.nullable(),
  version,
  can,
})
export type MarketplaceAccount = z.infer<typeof marketplaceAccount>

/** What buyers need to choose an account: no key, address or token state. */
export const marketplaceAccountName = marketplaceAccount.pick({
  id: true,
  name: true,
  environment: true,
  isDefault: true,
})
export type MarketplaceAccountName = z.infer<typeof marketplaceAccountName>

const base = '/api/marketplace'

export const marketplaceEndpoints = defineEndpoints({
  queryMarketplaceAccounts: {
    feature: 'marketplace',
    method: 'GET',
    path: `${base}/queryMarketplaceAccounts`,
    mode: 'get',
    right: 'granted',
    title: '查询1688账号',
    logged: false,
    input: z.object({}),
    output: z.array(marketplaceAccount),
    refusals: [],
    lists: ['marketplace-accounts'],
  },
  queryMarketplaceAccountNames: {
    feature: 'marketplace',
    method: 'GET',
    path: `${base}/queryMarketplaceAccountNames`,
    mode: 'get',
    right: 'session',
    title: '查询1688账号名称',
    logged: false,
    input: z.object({}),
    output: z.array(marketplaceAccountName),
    refusals: [],
    lists: ['marketplace-accounts'],
  },
  addMarketplaceAccount: {
    feature: 'marketplace',
    method: 'POST',
    path: `${base}/addMarketplaceAccount`,
    mode: 'postjson',
    right: 'granted',
    title: '添加1688账号',
    logged: true,
    object: 'marketplace-account',
    input: marketplaceAccountFields,
    output: marketplaceAccount,
    refusals: ['name-taken'],
    lists: ['marketplace-accounts'],
  },
  updateMarketplaceAccount: {
    feature: 'marketplace',
    method: 'POST',
    path: `${base}/updateMarketplaceAccount`,
    mode: 'postjson',
    right: 'granted',
    title: '修改1688账号',
    logged: true,
    object: 'marketplace-account',
    input: marketplaceAccountFields.extend({ id, version }),
    output: marketplaceAccount,
    refusals: ['not-found', 'stale', 'name-taken'],
    lists: ['marketplace-accounts'],
  },
  deleteMarketplaceAccount: {
    feature: 'marketplace',
    method: 'POST',
    path: `${base}/deleteMarketplaceAccount`,
    mode: 'postjson',
    right: 'granted',
    title: '删除1688账号',
    logged: true,
    object: 'marketplace-account',
    input: z.object({ id, version }),
    output: nothing,
    refusals: ['not-found', 'stale', 'in-use'],
    lists: ['marketplace-accounts'],
  },
  /**
   * Begins a consent: returns 1688's page where the owner of a buyer's account grants the app access. 1688 sends the browser back to
   * `CONSENT_CALLBACK` of `origin`.
   */
  startMarketplaceConsent: {
    feature: 'marketplace',
    method: 'POST',
    path: `${base}/startMarketplaceConsent`,
    mode: 'postjson',
    right: 'granted',
    title: '申请1688账号授权',
    logged: true,
    object: 'marketplace-account',
    labels: { origin: '回调地址' },
    input: z.object({
      id,
      /** the address of this console in the person's browser, without a path */
      origin: z.url({ protocol: /^https?$/ }).max(200),
    }),
    output: z.object({ authorizeUrl: z.string() }),
    refusals: ['not-found', 'marketplace-unauthorised'],
    lists: [],
  },
  /**
   * Completes a consent: exchanges the code that the callback received for tokens, and checks the account. Works once, and only for the account
   * that began it.
   */
  finishMarketplaceConsent: {
    feature: 'marketplace',
    method: 'POST',
    path: `${base}/finishMarketplaceConsent`,
    mode: 'postjson',
    right: 'granted',
    title: '完成1688账号授权',
    logged: true,
    object: 'marketplace-account',
    labels: { consentId: '授权' },
    input: z.object({ consentId: id }),
    output: marketplaceAccount,
    refusals: [
      'consent-void',
      'stale',
      'marketplace-unauthorised',
      'marketplace-busy',
      'marketplace-failed',
      'outcome-unknown',
    ],
    lists: ['marketplace-accounts'],
  },
  checkMarketplaceAccount: {
    feature: 'marketplace',
    method: 'POST',
    path: `${base}/checkMarketplaceAccount`,
    mode: 'postjson',
    right: 'granted',
    title: '检查1688账号连接',
    logged: true,
    object: 'marketplace-account',
    input: z.object({ id }),
    output: marketplaceAccount,
    refusals: ['not-found'],
    lists: ['marketplace-accounts'],
  },
})
