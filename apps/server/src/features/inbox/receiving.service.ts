import { verifyPush } from '@huoqiao/connector-1688'
import { verifyWebhook } from '@huoqiao/connector-shopify'
import type { MarketplaceService } from '../marketplace/index.ts'
import type { StoresApi } from '../stores/index.ts'
import type { InboxApi } from './inbox.types.ts'
import { marketMessage, shopMessage } from './receiving.mapping.ts'

/** kept: answer 200; forged: 401; unreadable: genuine, but not a message. */
export type Received = 'kept' | 'forged' | 'unreadable'
export type ReceivingService = ReturnType<typeof receivingService>
type Headers = Readonly<Record<string, string | string[] | undefined>>

/** Verifies the raw bytes before anything is parsed, and stores the message before it is answered. */
export function receivingService(deps: {
  inbox: InboxApi
  stores: Pick<StoresApi, 'webhookSecrets'>
  marketplace: Pick<MarketplaceService, 'pushSecretOf'>
}) {
  return {
    /** A store's webhook. `raw` is the body exactly as received. */
    async fromShop(storeId: string, headers: Headers, raw: Buffer): Promise<Received> {
      const signature = headers['x-shopify-hmac-sha256']
      const secrets = await deps.stores.webhookSecrets(storeId)
      if (!verifyWebhook(raw, typeof signature === 'string' ? signature : undefined, secrets)) return 'forged'
      const message = shopMessage(storeId, headers, storable(raw.toString('utf8')))
      if (!message) return 'unreadable'
      await deps.inbox.keep(message)
      return 'kept'
    },

    /** A push of 1688: a form of `message` and `_aop_signature` (reference 1688-open-platform, section 5.1). */
    async fromMarket(accountId: string, raw: Buffer): Promise<Received> {
      const form = new URLSearchParams(raw.toString('utf8'))
      const text = form.get('message') ?? ''
      const secret = await deps.marketplace.pushSecretOf(accountId)
      const signature = form.get('_aop_signature') ?? undefined
      if (secret === undefined || !verifyPush({ message: text, signature, secret })) return 'forged'
      const message = marketMessage(accountId, storable(text))
      if (!message) return 'unreadable'
      await deps.inbox.keep(message)
      return 'kept'
    },
  }
}

/** PostgreSQL cannot store NUL characters; valid JSON text contains none. */
const storable = (text: string): string => text.replaceAll('\u0000', '')
