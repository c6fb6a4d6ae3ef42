import { createAlibabaConnector, createAlibabaOauth } from '@huoqiao/connector-1688'
import type { AlibabaConnector } from '@huoqiao/connector-1688'
import { systemClock } from '@huoqiao/connector-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findCargo, openBuyer, ordersFor, refusalOf } from './alibaba-buyer.ts'
import type { Buyer, Orders } from './alibaba-buyer.ts'
import { patientFetch } from './simulator.ts'

let buyer: Buyer
let orders: Orders
let second: AlibabaConnector
beforeAll(async () => {
  buyer = await openBuyer()
  await buyer.quirk('1688.cancelTooFastSeconds', 0)
  orders = await ordersFor(buyer, await findCargo(buyer.connector, 1, 10))
  second = await authorizeSecond()
})
afterAll(() => buyer.stop())

/** Another company logs in on the same app's consent page. */
async function authorizeSecond(): Promise<AlibabaConnector> {
  const { appKey, appSecret, gateway } = buyer.credentials
  const oauth = createAlibabaOauth({
    gateway,
    authHost: gateway,
    appKey,
    appSecret,
    clock: systemClock,
    fetch: patientFetch,
  })
  const redirectUri = 'http://127.0.0.1/callback'
  const page = await (await fetch(oauth.authorizeUrl({ redirectUri, state: 's2' }))).text()
  const href = /id="authorize-2" href="([^"]+)"/.exec(page)![1]!.replaceAll(/&(?:amp|#38);/g, '&')
  const tokens = await oauth.exchangeCode({ code: new URL(href).searchParams.get('code')!, redirectUri })
  return createAlibabaConnector({
    gateway,
    appKey,
    appSecret,
    fetch: patientFetch,
    tokens: { read: () => Promise.resolve(tokens), write: () => Promise.resolve() },
  })
}

describe('two accounts of one app', () => {
  it('do not see, pay or cancel each other’s orders', async () => {
    const { orderId, outOrderId, totalFen } = await orders.placed()
    expect((await refusalOf(second.getOrder(orderId)))[0]).toBe('not-found')
    expect(await second.ordersByOutOrderId(outOrderId)).toEqual([])
    expect(await refusalOf(second.cancelOrder({ orderId, reason: 'other' }))).toEqual(['rejected', '400_3'])
    expect((await refusalOf(second.preparePay({ orderId, amountFen: totalFen })))[0]).toBe('rejected')
    expect(await second.parcels(orderId).catch(() => [])).toEqual([])
    expect(await buyer.connector.getOrder(orderId)).toMatchObject({ status: 'waitbuyerpay', paid: false })
  })

  it('have their own addresses only', async () => {
    const ids = async (connector: AlibabaConnector) =>
      (await connector.receiveAddresses()).map((address) => address.addressId)
    const theirs = await ids(second)
    expect(theirs).not.toEqual([])
    expect((await ids(buyer.connector)).filter((id) => theirs.includes(id))).toEqual([])
  })
})

describe('a new order', () => {
  it('may be missing in the list for a while, but never under its own id', async () => {
    const { connector } = buyer
    await buyer.quirk('1688.listLagSeconds', 86_400)
    const { orderId, outOrderId } = await orders.placed()
    // An empty answer does not prove that there is no order: placing again would buy twice.
    expect(await connector.ordersByOutOrderId(outOrderId)).toEqual([])
    expect((await connector.getOrder(orderId)).outOrderId).toBe(outOrderId)
    await buyer.advance(86_401_000)
    expect(await connector.ordersByOutOrderId(outOrderId)).toMatchObject([{ orderId }])
    await buyer.quirk('1688.listLagSeconds', 0)
  })
})

describe('a parcel of an order with one line', () => {
  it('may refer to the order instead of the line, which its goods still identify', async () => {
    const { connector } = buyer
    await buyer.quirk('1688.parcelEntryIds', 'order')
    const { orderId } = await orders.shipped('whole')
    const [item] = (await connector.getOrder(orderId)).items
    const [parcel] = await connector.parcels(orderId)
    expect(parcel?.itemIds).toEqual([item!.itemId])
    expect(parcel?.goods).toMatchObject([{ itemId: item!.itemId, quantity: item!.quantity }])
    await buyer.quirk('1688.parcelEntryIds', 'entries')
  })
})

describe('an order paid in stages', () => {
  it('counts as paid with the last stage, and each stage is requested and paid by itself', async () => {
    const { connector } = buyer
    const { orderId: whole } = await orders.placed()
    const { offerId } = (await connector.getOrder(whole)).items[0]!
    await buyer.quirk('1688.stagedOffers', offerId)
    const { orderId, outOrderId, totalFen } = await orders.placed()
    const first = (await connector.payWays(orderId)).payFen!
    expect(first).toBeLessThan(totalFen)
    expect((await refusalOf(connector.preparePay({ orderId, amountFen: totalFen })))[0]).toBe('rejected')
    expect((await connector.preparePay({ orderId, amountFen: first })).paid).toBe(true)
    expect(await connector.getOrder(orderId)).toMatchObject({
      status: 'waitbuyerpay',
      paid: false,
      paidAt: null,
      payments: [
        { status: '2', amountFen: first },
        { status: '1', amountFen: totalFen - first },
      ],
    })
    const rest = (await connector.payWays(orderId)).payFen!
    expect(first + rest).toBe(totalFen)
    expect((await connector.preparePay({ orderId, amountFen: rest })).paid).toBe(true)
    expect(await connector.getOrder(orderId)).toMatchObject({ status: 'waitsellersend', paid: true })
    expect(await buyer.witness(outOrderId)).toMatchObject({ orders: 1, payments: 2, paidFen: totalFen })
  })
})
