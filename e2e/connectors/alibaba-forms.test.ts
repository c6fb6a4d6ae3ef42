import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findCargo, openBuyer, ordersFor, refusalOf } from './alibaba-buyer.ts'
import type { Buyer, Orders } from './alibaba-buyer.ts'

/** Where the vendor's documents, samples and SDKs disagree, the simulator can write each format, and the connector reads each. */
let buyer: Buyer
let offerId: string
let orders: Orders

beforeAll(async () => {
  buyer = await openBuyer()
  const cargo = await findCargo(buyer.connector, 2, 20)
  offerId = cargo[0]!.offerId
  orders = await ordersFor(buyer, cargo)
})
beforeEach(() => buyer.calm())
afterAll(() => buyer?.stop())

it('descriptions are the same text as HTML, at an address, and in a script at an address', async () => {
  const plain = await buyer.connector.getOffer({ offerId })
  expect(plain.descriptionTransUrl).toBeNull()
  expect(plain.descriptionHtmlTrans).toContain('<img')
  for (const form of ['address', 'script']) {
    await buyer.quirk('1688.descriptionForm', form)
    const reported = await buyer.connector.getOffer({ offerId })
    expect(reported.descriptionTransUrl).toContain(offerId)
    expect([reported.descriptionHtml, reported.descriptionHtmlTrans]).toEqual([
      plain.descriptionHtml,
      plain.descriptionHtmlTrans,
    ])
  }
})

it.each(['flat', 'nested'])(
  'an offer that the app may not read is reported as a missing permission, in the format %s',
  async (shape) => {
    await buyer.quirk('1688.noPermissionOffers', `1,${offerId}`)
    await buyer.quirk('1688.noPermissionShape', shape)
    expect((await refusalOf(buyer.connector.getOffer({ offerId })))[0]).toBe('unauthorised')
  },
)

it('recommendations say under each field name whether single pieces are sold', async () => {
  const reported = async (form: string) => {
    await buyer.quirk('1688.recommendOnePsale', form)
    const liked = await buyer.connector.recommendOffers({ ourUserId: 'u1', pageSize: 50 })
    const related = await buyer.connector.relatedOffers({ offerId })
    return [liked, related].map((cards) => cards.map((card) => [card.offerId, card.canDropship]))
  }
  const each = [await reported('onePsale'), await reported('isOnePsale'), await reported('both')]
  expect(each[1]).toEqual(each[0])
  expect(each[2]).toEqual(each[0])
  expect(new Set(each[0]![0]!.map(([, canDropship]) => canDropship))).toEqual(new Set([true, false]))
})

it('more orders than one pay link accepts are refused, with the limit of the quirk', async () => {
  const open = [await orders.placed(), await orders.placed(), await orders.placed()].map((one) => one.orderId)
  await buyer.quirk('1688.payLinkOrders', 2)
  expect((await refusalOf(buyer.connector.payLink({ orderIds: open, way: 'alipay' })))[0]).toBe('rejected')
  await buyer.quirk('1688.payLinkOrders', 3)
  expect((await buyer.connector.payLink({ orderIds: open, way: 'alipay' })).failed).toEqual([])
})

it('pieces in a parcel are read as text and as numbers', async () => {
  const { orderId } = await orders.shipped('whole')
  const reported = async (form: string) => {
    await buyer.quirk('1688.sendGoodsQuantity', form)
    return (await buyer.connector.parcels(orderId)).map((one) => one.goods)
  }
  const [asText, asNumber] = [await reported('text'), await reported('number')]
  expect(asText).toEqual(asNumber)
  expect(asText.flat().every((goods) => goods.quantity! > 0)).toBe(true)
})

describe('an order', () => {
  it('whose times are omitted or null is read the same', async () => {
    const { orderId } = await orders.placed()
    const reported = async (form: string) => {
      await buyer.quirk('1688.unsetTimes', form)
      return buyer.connector.getOrder(orderId)
    }
    const [absent, asNull] = [await reported('absent'), await reported('null')]
    expect(absent).toEqual(asNull)
    expect([absent.paidAt, absent.shippedAt, absent.completedAt]).toEqual([null, null, null])
  })

  it('whose line ids were rounded as doubles refers to no wrong line', async () => {
    const { orderId } = await orders.shipped('parcels')
    const right = await buyer.connector.getOrder(orderId)
    const whole = right.items.map((item) => item.itemId)
    await buyer.quirk('1688.subItemIds', 'rounded')
    const rounded = await buyer.connector.getOrder(orderId)
    expect(rounded.items.map((item) => item.itemId)).toEqual(whole.map(() => null))
    const parcels = await buyer.connector.parcels(orderId)
    // The lists of numbers in the parcels are text and lose no digits.
    for (const parcel of parcels) {
      expect(parcel.itemIds.every((itemId) => whole.includes(itemId))).toBe(true)
      for (const goods of parcel.goods) expect([null, ...parcel.itemIds]).toContain(goods.itemId)
    }
  })
})
