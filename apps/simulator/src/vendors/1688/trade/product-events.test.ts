import { beforeEach, describe, expect, it } from 'vitest'
import type { Json } from '../buyer.testing.ts'
import { easyOffers, withBuyer } from './trader.testing.ts'

const buyer = withBuyer()
beforeEach(async () => {
  // The test reads the log of messages to send; nothing receives them.
  await buyer.control('POST', '1688/push', { callbackUrl: 'http://127.0.0.1:9/nobody' })
})

const [offer] = easyOffers(1) as [ReturnType<typeof easyOffers>[0]]
const { offerId } = offer
const change = (body: object) => buyer.control('POST', 'market/offer', { offerId, change: body })
const topics = async (): Promise<unknown[]> => {
  const { messages } = (await buyer.control('GET', '1688/messages')) as { messages: Json[] }
  return messages.map((message) => String(message['type']).replace('PRODUCT_RELATION_VIEW_PRODUCT_', 'RELATION '))
}
const everything = async (): Promise<void> => {
  await change({ priceFactor: 1.1 })
  await change({ stock: 7 })
  await change({ title: { zh: '新标题', en: 'New title' } })
  await change({ status: 'expired' })
  await change({ status: 'published' })
  await change({ status: 'member deleted' })
}

describe('messages about an offer', () => {
  it('are not sent without a relation', async () => {
    await everything()
    expect(await topics()).toEqual([])
  })

  it('report changes of the offer, but neither price nor stock, where it is only listed', async () => {
    await buyer.trade(
      'alibaba.cross.syncProductListPushed',
      { productIdList: `[${offerId}]` },
      'com.alibaba.product.push',
    )
    await everything()
    expect(await topics()).toEqual(['RELATION CHANGE', 'RELATION EXPIRE', 'RELATION REPOST', 'RELATION DELETE'])
  })

  it('include price and stock where it is followed, until it is unfollowed', async () => {
    const follow = (name: string) =>
      buyer.trade(`alibaba.product.${name}.crossborder`, { productId: offerId }, 'com.alibaba.product')
    await follow('follow')
    await everything()
    expect((await topics()).slice(0, 3)).toEqual([
      'FENXIAO_PRICE_CHANGE',
      'PRODUCT_PRODUCT_INVENTORY_CHANGE',
      'RELATION CHANGE',
    ])
    await follow('unfollow')
    await change({ status: 'published' })
    expect(await topics()).toHaveLength(6)
  })
})
