import type { MarketplaceAccount } from '@huoqiao/contract/marketplace/marketplace.endpoints'
import type { MarketplacePermission } from '@huoqiao/contract/marketplace/permissions.status'
import type { OrderFeed } from '@huoqiao/contract/orders/orders.schema'
import type { Hue } from '@huoqiao/contract/states'
import type { Store } from '@huoqiao/contract/stores/stores.schema'
import type { ConnectionEvidence } from '@huoqiao/contract/workbench/workbench.schema'

/** Everything that the guide knows; undefined: not read yet, or not allowed to. */
export type Known = {
  /** the 1688 account and the shop that the guide is about */
  account: MarketplaceAccount | undefined
  store: Store | undefined
  feed: OrderFeed | undefined
  evidence: ConnectionEvidence | undefined
}

export const STEPS = {
  app: { bank: 'source', title: '创建1688应用' },
  consent: { bank: 'source', title: '授权1688账号' },
  permissions: { bank: 'source', title: '开通接口权限' },
  push: { bank: 'source', title: '接收1688消息' },
  collector: { bank: 'source', title: '采集插件' },
  shop: { bank: 'store', title: '创建店铺应用' },
  scopes: { bank: 'store', title: '核对店铺权限' },
  selling: { bank: 'store', title: '仓库、渠道和定价' },
  webhooks: { bank: 'store', title: '接收店铺消息' },
  result: { bank: 'ours', title: '现在能用什么' },
} as const satisfies Readonly<Record<string, { bank: 'source' | 'store' | 'ours'; title: string }>>
export type StepKey = keyof typeof STEPS
export const STEP_KEYS = Object.keys(STEPS) as StepKey[]

/** The progress of a step, as words and a hue. */
export type StepState = { hue: Hue; label: string }
const OPEN: StepState = { hue: 'waiting', label: '未完成' }
const DONE: StepState = { hue: 'done', label: '已完成' }
const attention = (label: string): StepState => ({ hue: 'attention', label })

const isAuthorized = ({ hasRefreshToken, health }: MarketplaceAccount): boolean =>
  hasRefreshToken || health === 'ok' || health === 'missing-permissions'

/** Undefined: the step requires no action. */
export function stateOf(step: StepKey, { account, store, feed, evidence }: Known): StepState | undefined {
  const hasMessage = (ownerId: string | undefined): boolean =>
    evidence?.messages.some((one) => one.ownerId === ownerId) ?? false
  switch (step) {
    case 'app':
      return account ? DONE : OPEN
    case 'consent':
      if (!account || !isAuthorized(account)) return account?.health === 'unauthorised' ? attention('授权失效') : OPEN
      return account.health === 'unauthorised' ? attention('授权失效') : DONE
    case 'permissions': {
      const given = Object.values(account?.permissions ?? {})
      if (given.length === 0) return OPEN
      return given.includes('denied') ? attention('缺少权限') : DONE
    }
    case 'push':
      return hasMessage(account?.id) ? DONE : OPEN
    case 'shop':
      return store?.hasSecret ? DONE : OPEN
    case 'scopes':
      if (store?.health === 'ok') return DONE
      return !store || store.health === 'unchecked' ? OPEN : attention('有问题')
    case 'selling':
      return store?.locationId != null && store.publicationIds.length > 0 && store.priceRuleId !== null ? DONE : OPEN
    case 'webhooks':
      if (hasMessage(store?.id)) return DONE
      if (feed?.webhookError != null) return attention('没有登记')
      return (feed?.webhookTopics ?? 0) > 0 ? { hue: 'moving', label: '等第一条' } : OPEN
    default:
      return undefined
  }
}

/** A step that requires no action counts as done. */
export function isDone(step: StepKey, known: Known): boolean {
  const state = stateOf(step, known)
  return state === undefined || state.hue === 'done'
}

/** The step at which the guide opens: the first one that is not done. */
export const nextStep = (known: Known): StepKey => STEP_KEYS.find((key) => !isDone(key, known)) ?? 'result'

export type CheckItem = { key: string; title: string; state: StepState; at: number | null; step: StepKey; says: string }

/** For each capability: already used, ready, or what is missing and which step provides it. */
export function checklist(known: Known): CheckItem[] {
  const { account, store, feed, evidence } = known
  const permission = (key: MarketplacePermission): boolean => account?.permissions[key] === 'granted'
  const isReachable = store?.health === 'ok' || store?.health === 'missing-scopes'
  const item = (
    key: string,
    title: string,
    {
      at = null,
      isReady,
      step,
      says,
    }: { at?: number | null | undefined; isReady: boolean; step: StepKey; says: string },
  ): CheckItem => ({
    key,
    title,
    at: at ?? null,
    step,
    says: at ? '' : isReady ? '可以用了，还没有用过' : says,
    state: at ? { hue: 'done', label: '用过' } : isReady ? { hue: 'moving', label: '可以用' } : OPEN,
  })
  const messageAt = (ownerId: string | undefined): number | undefined =>
    evidence?.messages.find((one) => one.ownerId === ownerId)?.at
  const search = permission('search')
  return [
    {
      key: 'search',
      title: '搜索货源',
      at: null,
      step: 'permissions',
      says: search ? '' : '要有1688授权和“商品搜索”权限；没有时可以粘贴链接，或用采集插件',
      state: search ? { hue: 'done', label: '能用' } : OPEN,
    },
    item('claim', '采集、认领商品', {
      at: evidence?.claimed,
      isReady: permission('detail'),
      step: 'permissions',
      says: '要有“商品详情”权限；没有时用采集插件',
    }),
    item('sync', '同步到店铺', {
      at: evidence?.synced,
      isReady: isReachable && stateOf('selling', known) === DONE,
      step: isReachable ? 'selling' : 'scopes',
      says: isReachable ? '要选好仓库、销售渠道和定价规则' : '要先连上店铺',
    }),
    item('orders', '收到店铺订单', {
      at: evidence?.ordered,
      isReady: feed?.lastPulledAt != null && feed.pullError === null,
      step: 'scopes',
      says: feed?.pullError ?? '要先连上店铺，应用要有读取订单的权限',
    }),
    item('place', '向1688下单', {
      at: evidence?.placed,
      isReady: permission('orders'),
      step: 'permissions',
      says: '要有“交易”权限',
    }),
    item('pay', '付款', {
      at: evidence?.paid,
      isReady: permission('payment'),
      step: 'permissions',
      says: '要有“付款”权限；没有时到1688网站付款',
    }),
    item('messages-1688', '收到1688消息', {
      at: messageAt(account?.id),
      isReady: false,
      step: 'push',
      says: '还没有收到过；没有消息时靠定时读取，会慢一些',
    }),
    item('messages-shop', '收到店铺消息', {
      at: messageAt(store?.id),
      isReady: (feed?.webhookTopics ?? 0) > 0 && feed?.webhookError === null,
      step: 'webhooks',
      says: feed?.webhookError ?? '还没有登记；没有消息时靠每分钟拉取',
    }),
  ]
}
