import { z } from 'zod'
import type { InboxConsumer, InboxOutcome } from './inbox.types.ts'

const body = z.object({ id: z.union([z.number().int(), z.string().regex(/^\d+$/)]) })
const json = z.string().transform((text, at): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    at.addIssue('no JSON')
    return z.NEVER
  }
})

type Tx = Parameters<InboxConsumer['handle']>[0]
/** Returns which of the shop's ids are ours. */
type Ours = (tx: Tx, storeId: string, ids: readonly string[]) => Promise<ReadonlySet<string>>

/**
 * Products that were changed or deleted in a shop. The content of a change message is not used: the product is read. Ids are never reused,
 * so it does not matter when the message of a deletion arrives.
 */
export const shopProducts = (listings: { changedInShop: Ours; deletedInShop: Ours }): InboxConsumer => ({
  source: 'shopify',
  takes: (topic) => topic === 'products/update' || topic === 'products/delete',
  async handle(tx, storeId, messages) {
    const named = messages.map((message) => {
      const found = json.pipe(body).safeParse(message.body).data
      return { id: message.id, topic: message.topic, productId: found && `gid://shopify/Product/${found.id}` }
    })
    const idsOf = (topic: string): string[] =>
      named.flatMap((one) => (one.topic === topic && one.productId !== undefined ? one.productId : []))
    const gone = await listings.deletedInShop(tx, storeId, idsOf('products/delete'))
    const changed = await listings.changedInShop(tx, storeId, idsOf('products/update'))
    return new Map(
      named.map(({ id, topic, productId }) => {
        const [ours, handled] = topic === 'products/delete' ? [gone, DELETED] : [changed, CHANGED]
        return [id, productId !== undefined && ours.has(productId) ? handled : NOT_OURS]
      }),
    )
  },
})

const DELETED: InboxOutcome = { kind: 'handled', message: '商品在店铺里已被删除，已标为“店铺已删除”' }
const CHANGED: InboxOutcome = { kind: 'handled', message: '重新读取店铺里的商品，和上次同步的内容比较' }
const NOT_OURS: InboxOutcome = { kind: 'ignored', message: '不是这里同步的商品，或正在同步' }
