import type { StoresApi } from '../stores/index.ts'
import type { InboxConsumer } from './inbox.types.ts'

/** A language of a shop was added, changed or removed. The message names only that one, so all of them are read. */
export const shopLanguages = (stores: Pick<StoresApi, 'expectLanguages'>): InboxConsumer => ({
  source: 'shopify',
  takes: (topic) => topic.startsWith('locales/'),
  async handle(tx, storeId, messages) {
    await stores.expectLanguages(tx, storeId)
    return new Map(messages.map(({ id }) => [id, { kind: 'handled', message: '重新读取店铺的语言' }]))
  },
})
