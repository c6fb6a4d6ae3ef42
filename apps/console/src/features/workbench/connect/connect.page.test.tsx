// @vitest-environment happy-dom
import type { MarketplaceAccount } from '@huoqiao/contract/marketplace/marketplace.endpoints'
import type { Store } from '@huoqiao/contract/stores/stores.schema'
import { screen, waitFor, within } from '@testing-library/react'
import { CALLS } from 'virtual:contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openPageBench, showPage } from '../../../../test/page-bench.tsx'
import { queryClient } from '../../../lib/query-client.ts'
import ConnectPage from './connect.page.tsx'
import type { StepKey } from './connect.rules.ts'

const ACCOUNT = {
  id: 'account',
  name: '采购主账号',
  environment: 'live',
  appKey: '1000000',
  loginId: 'buyer',
  hasSecret: true,
  hasRefreshToken: true,
  tokenExpiresAt: null,
  refreshTokenExpiresAt: null,
  permissions: { search: 'granted' },
  health: 'ok',
  healthMessage: '',
} as MarketplaceAccount
const STORE = {
  id: 'store',
  name: '美国站',
  origin: 'https://x.myshopify.com',
  environment: 'live',
  currency: 'USD',
  plan: 'Basic',
  priceRuleId: 'rule',
  locationId: 'place',
  locations: [{ id: 'place', name: '主仓' }],
  publicationIds: ['channel'],
  publications: [{ id: 'channel', name: 'Online Store' }],
  hasSecret: true,
  missingScopes: [],
  health: 'ok',
  healthMessage: '',
} as unknown as Store

let account: MarketplaceAccount
let store: Store
let messages: { ownerId: string; at: number }[]
const bench = openPageBench({
  [`GET ${CALLS.queryMarketplaceAccounts.path}`]: () => [account],
  [`GET ${CALLS.getAllShopifyStores.path}`]: () => [store],
  [`GET ${CALLS.queryOrderFeeds.path}`]: () => [],
  [`GET ${CALLS.queryPriceRules.path}`]: () => [{ id: 'rule', name: '美元定价', currency: 'USD' }],
  [`GET ${CALLS.querySystemConfig.path}`]: () => [],
  [`GET ${CALLS.getConnectionEvidence.path}`]: () => ({
    claimed: null,
    synced: null,
    ordered: null,
    placed: null,
    paid: null,
    messages,
  }),
})
beforeEach(() => {
  account = ACCOUNT
  store = STORE
  messages = []
})
afterEach(() => waitFor(() => expect(queryClient.isFetching()).toBe(0)))

async function open(step: StepKey): Promise<void> {
  showPage(bench, <ConnectPage />, `/system/connect?step=${step}`)
  const nav = await screen.findByRole('navigation', { name: '连接步骤' })
  // The messages are read by another call than the accounts.
  if (messages.length > 0) await waitFor(() => expect(nav.textContent).toContain('接收1688消息✓已完成'))
}
/** The names of the primary buttons of the step that is open. */
const primary = (): (string | null)[] =>
  within(document.querySelector('section')!)
    .getAllByRole('button')
    .filter((button) => button.classList.contains('ant-btn-primary'))
    .map((button) => button.textContent)

test('a step about selling that is not done offers its choice first', async () => {
  store = { ...STORE, priceRuleId: null }
  await open('selling')
  expect(primary()).toEqual(['选择仓库、渠道和定价规则'])
})

test.each<StepKey>(['app', 'consent', 'permissions', 'collector', 'push', 'shop', 'scopes', 'selling', 'webhooks'])(
  'going on is what a step that is done offers first: %s',
  async (step) => {
    messages = [ACCOUNT, STORE].map(({ id }) => ({ ownerId: id, at: 1 }))
    await open(step)
    expect(primary()).toEqual(['下一步'])
  },
)

test.each<[StepKey, string]>([
  ['consent', '去1688授权'],
  ['permissions', '检查权限'],
  ['scopes', '检查连接'],
  ['webhooks', '现在登记并拉取订单'],
])('a step that is not done offers its own button first: %s', async (step, name) => {
  account = { ...ACCOUNT, hasRefreshToken: false, health: 'unchecked', permissions: {} }
  store = { ...STORE, health: 'unchecked' }
  await open(step)
  expect(primary()).toEqual([name])
})
