import { trimEnd } from '@huoqiao/kit'
import { isRemoteFailure } from '@huoqiao/connector-kit'
import type { ShopifyConnector } from '@huoqiao/connector-shopify'
import type { Db } from '../../db/db.ts'
import type { Clock } from '../../platform/clock.ts'
import { MESSAGE_CHARS } from '../../platform/message-length.ts'
import { isRefusal } from '../../platform/refusal.ts'
import type { StoreDoc, StoresApi } from '../stores/index.ts'
import type { SystemConfigService } from '../system-config/index.ts'
import { ensureFeed, noteFeed } from './rates.store.ts'
import type { FeedRow } from './rates.store.ts'
import type { OrderAlertsService } from './order-alerts.service.ts'

/** The topics of reference shopify-admin, section 6, that a handler here uses. Their bodies are complete. */
const TOPICS = [
  'ORDERS_CREATE',
  'ORDERS_UPDATED',
  'ORDERS_PAID',
  'ORDERS_CANCELLED',
  'ORDERS_EDITED',
  'ORDERS_DELETE',
  'REFUNDS_CREATE',
  'FULFILLMENTS_CREATE',
  'FULFILLMENTS_UPDATE',
  'FULFILLMENT_ORDERS_PLACED_ON_HOLD',
  'FULFILLMENT_ORDERS_HOLD_RELEASED',
  'FULFILLMENT_ORDERS_MOVED',
  'FULFILLMENT_ORDERS_SPLIT',
  'FULFILLMENT_ORDERS_MERGED',
  'FULFILLMENT_ORDERS_CANCELLED',
  'PRODUCTS_DELETE',
  'APP_UNINSTALLED',
]
/** These topics need read_returns, which a merchant may not grant; then only the order's own return status is known. */
const RETURN_TOPICS = [
  'RETURNS_REQUEST',
  'RETURNS_APPROVE',
  'RETURNS_DECLINE',
  'RETURNS_CANCEL',
  'RETURNS_CLOSE',
  'RETURNS_REOPEN',
  'RETURNS_UPDATE',
  'RETURNS_PROCESS',
]
/** These topics need read_locales, which a merchant may not grant; then the languages are read with each check of the shop. */
const LANGUAGE_TOPICS = ['LOCALES_CREATE', 'LOCALES_UPDATE', 'LOCALES_DESTROY']
/** Optional topics: without them, the same changes are found later. */
const OPTIONAL_TOPICS = [...RETURN_TOPICS, ...LANGUAGE_TOPICS]
/**
 * Product bodies are large, and the product is read again anyway. The time is included, because the inbox drops equal bodies as repeats.
 */
const PRODUCT_CHANGED = { topic: 'PRODUCTS_UPDATE', includeFields: ['id', 'updated_at'] }
const WANTED = [...[...TOPICS, ...OPTIONAL_TOPICS].map((topic) => ({ topic })), PRODUCT_CHANGED]

/** A shop deletes a subscription after eight failures, which take four hours, so this runs more often. */
const AGAIN_MS = 3600_000
const AFTER_FAILURE_MS = 5 * 60_000

/** Registers the webhooks of every store at the address where the shop can reach this app. */
export function webhooksService(deps: {
  db: Db
  clock: Clock
  stores: StoresApi
  config: Pick<SystemConfigService, 'setting'>
  alerts: Pick<OrderAlertsService, 'webhooksGone'>
  /** the address where this app listens, used for a simulated shop on the same machine; undefined until it listens */
  localOrigin: () => string | undefined
}) {
  const { db, stores } = deps

  const addressOf = async (store: StoreDoc): Promise<string | undefined> => {
    const set = await deps.config.setting(db.handle, 'inbox.publicOrigin')
    const origin = set !== '' ? set : store.environment === 'sandbox' ? deps.localOrigin() : undefined
    return origin === undefined ? undefined : `${trimEnd(origin, '/')}/webhooks/shopify/${store.id}`
  }

  const isDue = (feed: FeedRow, key: string): boolean => {
    const age = deps.clock.now() - (feed.webhooksAt?.getTime() ?? 0)
    if (feed.webhookError !== null) return age > AFTER_FAILURE_MS || feed.webhooksFor !== key
    return feed.webhooksFor !== key || age > AGAIN_MS
  }

  /** Removes subscriptions for older addresses of ours; otherwise every message would arrive twice. */
  const dropOlder = async (shop: ShopifyConnector, uri: string, signal: AbortSignal): Promise<void> => {
    const path = new URL(uri).pathname
    for (const each of await shop.listWebhooks({ lane: 'background', signal }))
      if (each.uri !== uri && each.uri.endsWith(path)) await shop.deleteWebhook(each.id, { lane: 'background', signal })
  }

  const register = async (store: StoreDoc, signal: AbortSignal): Promise<void> => {
    const feed = await ensureFeed(db.handle, store.id)
    const uri = await addressOf(store)
    if (uri === undefined) {
      const why = '没有填写接收推送的对外地址，只靠每分钟拉取'
      if (feed.webhookError !== why) await noteFeed(db.handle, store.id, { webhookError: why, webhookTopics: 0 })
      return
    }
    const key = `${uri} ${store.credentialsVersion}`
    if (!isDue(feed, key)) return
    const at = { webhooksAt: new Date(deps.clock.now()), webhooksFor: key }
    try {
      const shop = await stores.connectorOf(store.id)
      const done = await shop.registerWebhooks(uri, WANTED, { lane: 'background', signal })
      await dropOlder(shop, uri, signal)
      const refused = done.refused.map(({ topic }) => topic).filter((topic) => !OPTIONAL_TOPICS.includes(topic))
      // They were registered for the same address before, so the shop had deleted the ones that were created again.
      const gone = feed.webhooksFor === key && feed.webhookTopics > 0 ? done.created.length : 0
      await db.transaction(async (tx) => {
        await noteFeed(tx, store.id, {
          ...at,
          webhookTopics: done.created.length + done.kept.length,
          webhookError: refused.length > 0 ? `店铺不接受：${refused.join('、')}` : null,
        })
        if (gone > 0) await deps.alerts.webhooksGone(tx, store, gone)
      })
    } catch (error) {
      if (!isRemoteFailure(error) && !isRefusal(error)) throw error
      const reported = isRefusal(error) ? error : stores.explainStoreFailure(error, store)
      await noteFeed(db.handle, store.id, {
        ...at,
        webhookError: (reported.detail.why ?? reported.message).slice(0, MESSAGE_CHARS),
      })
    }
  }

  return {
    async registerAll(signal: AbortSignal): Promise<void> {
      const all = (await stores.allStores(db.handle)).filter(
        (store) => store.hasSecret && store.health !== 'unauthorised' && store.health !== 'uninstalled',
      )
      for (const store of all) await register(store, signal)
    },
  }
}
