import { ORDER_STATES } from '@huoqiao/contract/orders/orders.status'
import type { Db, Tx } from '../../db/db.ts'
import type { Clock } from '../../platform/clock.ts'
import type { NoticesService } from '../notices/index.ts'
import type { StoreDoc, StoresApi } from '../stores/index.ts'
import { ensureFeed, findFeeds, noteFeed } from './rates.store.ts'
import type { FeedRow } from './rates.store.ts'
import { countStuck } from './order-alerts.store.ts'

export type OrderAlertsService = ReturnType<typeof orderAlertsService>

const HOUR_MS = 3_600_000
/** The page where a store's connection is repaired. */
const SETTINGS = '/system/systemconfig'
const UNINSTALLED = '店铺卸载了应用，已停止拉取；在系统配置里重新连接店铺后，会从上次拉到的地方接着拉'

/** Alerts that the rules of 预警配置 switch on: paid orders that nobody buys for, and stores that no longer answer. */
export function orderAlertsService(deps: {
  db: Db
  clock: Clock
  stores: StoresApi
  notices: Pick<NoticesService, 'tell' | 'rule'>
}) {
  const { db, stores, notices } = deps

  /** Paid orders for which nothing was bought within the hours of the rule: one notice for each store and state, not for each order. */
  const tellStuck = async (tx: Tx, all: readonly StoreDoc[]): Promise<void> => {
    const { enabled, threshold } = await notices.rule(tx, 'order-stuck')
    if (!enabled || threshold === null) return
    const before = deps.clock.now() - threshold * HOUR_MS
    const names = new Map(all.map(({ id, name }) => [id, name]))
    for (const { storeId, state, n } of await countStuck(tx, new Date(before))) {
      const text = `店铺“${names.get(storeId) ?? '已删除的店铺'}”有 ${n} 张已付款的订单超过 ${threshold} 小时还没有采购（${ORDER_STATES[state].label}）`
      const to = `/order/list?${new URLSearchParams({ state, storeId, to: String(before), sort: 'created', direction: 'asc' })}`
      await notices.tell(tx, { kind: 'order-stuck', about: `${storeId}:${state}`, text, to, lasting: true })
    }
  }

  /** Stores are pulled each minute. A store without a successful pull for too long is reported with its last error. */
  const tellSilent = async (tx: Tx, store: StoreDoc, feed: FeedRow | undefined): Promise<void> => {
    // An uninstalled app was already reported when the shop sent its message.
    if (!feed || !store.hasSecret || store.health === 'uninstalled') return
    const why = feed.pullError ?? (store.health === 'unauthorised' ? store.healthMessage : null)
    if (why === null) return
    const minutes = Math.floor((deps.clock.now() - (feed.lastPulledAt ?? feed.createdAt).getTime()) / 60_000)
    await notices.tell(tx, {
      kind: 'store-trouble',
      about: `pull:${store.id}`,
      text: `店铺“${store.name}”已经 ${spanOf(minutes)}拉不到订单：${why}`,
      to: SETTINGS,
      value: minutes,
      lasting: true,
    })
  }

  return {
    /** Checks orders and stores in one transaction. */
    look: (): Promise<void> =>
      db.transaction(async (tx) => {
        const all = await stores.allStores(tx)
        const feeds = new Map((await findFeeds(tx)).map((feed) => [feed.storeId, feed]))
        await tellStuck(tx, all)
        for (const store of all) await tellSilent(tx, store, feeds.get(store.id))
      }),

    /**
     * The shop removed our app: pulls and pushes stop. The position of the pull is kept, so that it continues from there later. Returns
     * false if the store was connected again since.
     */
    async uninstalled(tx: Tx, storeId: string, at: Date): Promise<boolean> {
      const store = await stores.noteUninstalled(tx, storeId, at)
      if (!store) return false
      await ensureFeed(tx, storeId)
      // The shop deleted our webhook subscriptions with the app. They are registered again when the app is back.
      await noteFeed(tx, storeId, {
        pullError: UNINSTALLED,
        webhooksFor: null,
        webhookTopics: 0,
        webhookError: '店铺卸载了应用',
      })
      await notices.tell(tx, {
        kind: 'store-trouble',
        about: `uninstalled:${storeId}`,
        title: '店铺卸载了应用',
        text: `店铺“${store.name}”卸载了应用，拉单、同步和回传都已停止；已有的数据都在，重新连接后继续`,
        to: SETTINGS,
      })
      return true
    },

    /** Subscriptions that we had registered were missing in the shop: a shop deletes a subscription whose deliveries failed too often. */
    webhooksGone: (tx: Tx, store: StoreDoc, topics: number): Promise<void> =>
      notices.tell(tx, {
        kind: 'store-trouble',
        about: `webhooks:${store.id}`,
        title: '店铺的消息订阅丢失',
        text: `店铺“${store.name}”的 ${topics} 个消息订阅不见了，已重新登记；期间的订单由每分钟的拉取补上。常丢失时请检查对外地址能否从外网访问`,
        to: SETTINGS,
      }),
  }
}

const spanOf = (minutes: number): string =>
  minutes < 120
    ? `${minutes} 分钟`
    : minutes < 2880
      ? `${Math.floor(minutes / 60)} 小时`
      : `${Math.floor(minutes / 1440)} 天`
