import type { MarketplaceAccount } from '@huoqiao/contract/marketplace/marketplace.endpoints'
import type { Store } from '@huoqiao/contract/stores/stores.schema'
import { describe, expect, test } from 'vitest'
import { checklist, nextStep, stateOf } from './connect.rules.ts'
import type { Known } from './connect.rules.ts'

const ACCOUNT: MarketplaceAccount = {
  id: 'account',
  name: '采购主账号',
  gateway: 'https://gw.open.1688.com',
  environment: 'live',
  appKey: '1000000',
  loginId: 'buyer',
  isDefault: true,
  hasSecret: true,
  hasRefreshToken: true,
  tokenExpiresAt: null,
  refreshTokenExpiresAt: null,
  permissions: { search: 'granted', detail: 'granted', orders: 'granted', payment: 'denied' },
  health: 'missing-permissions',
  healthMessage: '',
  checkedAt: 1,
  version: 0,
  can: {},
}
const STORE: Store = {
  id: 'store',
  name: '美国站',
  origin: 'https://x.myshopify.com',
  domain: 'x.myshopify.com',
  environment: 'live',
  currency: 'USD',
  plan: 'Basic',
  priceRuleId: 'rule',
  locationId: 'place',
  locations: [],
  publicationIds: ['channel'],
  publications: [],
  locale: 'en',
  languages: [],
  languagesReadAt: null,
  markets: [],
  marketsReadAt: null,
  vendorName: '',
  shipDays: 3,
  hasSecret: true,
  missingScopes: [],
  health: 'ok',
  healthMessage: '',
  checkedAt: 1,
  version: 0,
  can: {},
}
const NOTHING: Known = { account: undefined, store: undefined, feed: undefined, evidence: undefined }
const EVIDENCE = { claimed: null, synced: null, ordered: null, placed: null, paid: null, messages: [] }

describe('the guide through connecting', () => {
  test('begins with the app of 1688 and goes on at the first step that is not done', () => {
    expect(nextStep(NOTHING)).toBe('app')
    expect(nextStep({ ...NOTHING, account: { ...ACCOUNT, hasRefreshToken: false, health: 'unchecked' } })).toBe(
      'consent',
    )
    expect(nextStep({ ...NOTHING, account: ACCOUNT })).toBe('permissions')
    const granted = { ...ACCOUNT, permissions: { search: 'granted' as const } }
    expect(nextStep({ ...NOTHING, account: granted })).toBe('push')
    const heard = { ...EVIDENCE, messages: [{ ownerId: 'account', at: 1 }] }
    expect(nextStep({ ...NOTHING, account: granted, evidence: heard })).toBe('shop')
    const both = { ...EVIDENCE, messages: [...heard.messages, { ownerId: 'store', at: 1 }] }
    expect(nextStep({ ...NOTHING, account: granted, store: STORE, evidence: both })).toBe('result')
  })

  test('an authorization that ended is no longer done, although its tokens are still kept', () => {
    expect(stateOf('consent', { ...NOTHING, account: { ...ACCOUNT, health: 'unauthorised' } })).toMatchObject({
      hue: 'attention',
    })
  })

  test('what a missing permission stops is not shown as ready, and leads to the step about permissions', () => {
    const items = checklist({ ...NOTHING, account: ACCOUNT, store: STORE, evidence: EVIDENCE })
    const of = (key: string) => items.find((one) => one.key === key)!
    expect(of('search').state.hue).toBe('done')
    expect([of('claim'), of('sync'), of('place')].map(({ state }) => state.hue)).toEqual(['moving', 'moving', 'moving'])
    expect(of('pay')).toMatchObject({ step: 'permissions', says: expect.stringContaining('到1688网站付款') as unknown })
    expect(of('pay').state.hue).toBe('waiting')
  })

  test('what happened once is proof, whatever is missing now', () => {
    const evidence = { ...EVIDENCE, paid: 5 }
    expect(checklist({ ...NOTHING, evidence }).find(({ key }) => key === 'pay')).toMatchObject({
      at: 5,
      state: { hue: 'done' },
    })
  })
})
