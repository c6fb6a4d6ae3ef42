import { z } from 'zod'
import type { InboxConsumer } from './inbox.types.ts'

const body = z.object({ id: z.union([z.number().int(), z.string().regex(/^\d+$/)]) })
const json = z.string().transform((text, at): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    at.addIssue('no JSON')
    return z.NEVER
  }
})

/** Products that were deleted in a shop. An id is never given out again, so it doesn't matter when the message comes. */
export const shopDeletions = (listings: {
  deletedInShop(
    tx: Parameters<InboxConsumer['handle']>[0],
    storeId: string,
    ids: readonly string[],
  ): Promise<ReadonlySet<string>>
}): InboxConsumer => ({
  source: 'shopify',
  takes: (topic) => topic === 'products/delete',
  async handle(tx, storeId, messages) {
    const named = messages.map((message) => {
      const found = json.pipe(body).safeParse(message.body).data
      return { id: message.id, productId: found && `gid://shopify/Product/${found.id}` }
    })
    const ours = await listings.deletedInShop(
      tx,
      storeId,
      named.flatMap(({ productId }) => productId ?? []),
    )
    return new Map(
      named.map(({ id, productId }) => [
        id,
        productId !== undefined && ours.has(productId)
          ? { kind: 'handled', message: '商品在店铺里已被删除，已标为“店铺已删除”' }
          : { kind: 'ignored', message: '不是这里同步的商品，或正在同步' },
      ]),
    )
  },
})
