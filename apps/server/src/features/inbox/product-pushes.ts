import { parsePush } from '@huoqiao/connector-1688'
import type { CollectionApi } from '../collection/index.ts'
import { pushedOffers } from './receiving.mapping.ts'
import type { InboxConsumer } from './inbox.types.ts'

/** Product messages of 1688. They only cause the sources to be read again; their content is not used. */
export const productPushes = (sources: Pick<CollectionApi, 'hintSources'>): InboxConsumer => ({
  source: '1688',
  takes: (topic) => topic.startsWith('PRODUCT_') || topic === 'FENXIAO_PRICE_CHANGE',
  async handle(tx, _ownerId, messages) {
    const reported = messages.map(({ id, body }) => {
      const push = parsePush(body)
      return { id, offerIds: push ? pushedOffers(push.data) : [] }
    })
    const read = await sources.hintSources(
      tx,
      reported.flatMap(({ offerIds }) => offerIds),
    )
    return new Map(
      reported.map(({ id, offerIds }) => {
        const ours = offerIds.filter((offerId) => read.has(offerId))
        return [
          id,
          ours.length > 0
            ? { kind: 'handled', message: `重新读取货源 ${ours.join('、')}` }
            : { kind: 'ignored', message: '没有商品用这个货源，或系统参数里关闭了货源消息' },
        ]
      }),
    )
  },
})
