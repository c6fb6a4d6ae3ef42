import { beforeAll, expect, it } from 'vitest'
import { handBuyer } from '../../../test/hand-buyer.ts'
import { withBuyingApp } from './placement.testing.ts'

const fixture = withBuyingApp()
/** Somebody who buys at 1688 with the same account, by hand. */
let person: ReturnType<typeof handBuyer>
let accountId: string

beforeAll(async () => {
  person = handBuyer(fixture.simulator)
  accountId = (await fixture.ok('queryMarketplaceAccountNames', {}))[0]!.id
})

const DAY = 86_400_000
const listed = async () =>
  (await fixture.ok('getHandPlacedOrders', { accountId, from: Date.now() - DAY, to: Date.now() + DAY })).list
const listedOf = async (orderId: string) => (await listed()).find((order) => order.orderId === orderId)
const take = async (orderId: string, { number }: { number: string }) =>
  (await fixture.ok('takeOverAlibabaOrders', { accountId, items: [{ orderId, purchaseNumber: number }] })).rows[0]!

it('an order placed by hand is proposed for the purchase with the same goods, and makes it placed without ordering again', async () => {
  const purchase = await fixture.ready(0)
  const orderId = await person.buy(purchase.lines)
  expect(await listedOf(orderId)).toMatchObject({
    purchase: { number: purchase.number },
    reasons: expect.arrayContaining(['货品和件数相同']),
    obstacle: null,
  })
  expect(await take(orderId, purchase)).toMatchObject({ ok: true, id: purchase.id })
  expect(await fixture.detail(purchase.id)).toMatchObject({ state: 'to-pay' })
  expect((await fixture.ordersOf(purchase.id)).map((order) => order.orderId)).toEqual([orderId])
  expect(await fixture.witness(purchase.number)).toMatchObject({ orders: 0 })
  expect(await listedOf(orderId)).toBeUndefined()
  const { list } = await fixture.ok('getLedger', { keyword: orderId })
  expect(list).toMatchObject([{ kind: 'place-taken-over', purchaseNumber: purchase.number }])
  expect(await fixture.verify()).toMatchObject({ ok: true, problems: [] })
})

it('a payment at 1688 is read, and moves its purchase on, as for an order of ours', async () => {
  const purchase = await fixture.ready(1)
  const orderId = await person.buy(purchase.lines)
  await take(orderId, purchase)
  await fixture.simulator.control('POST', `/1688/orders/${orderId}/pay`, {})
  await fixture.refresh(purchase.id)
  expect(await fixture.detail(purchase.id)).toMatchObject({ state: 'to-send', payment: 'paid' })
  expect(await fixture.verify()).toMatchObject({ ok: true })
})

it('an order that was paid by hand makes its purchase paid', async () => {
  const purchase = await fixture.ready(2)
  const orderId = await person.buy(purchase.lines)
  await fixture.simulator.control('POST', `/1688/orders/${orderId}/pay`, {})
  expect(await listedOf(orderId)).toMatchObject({ paid: true })
  await take(orderId, purchase)
  expect(await fixture.detail(purchase.id)).toMatchObject({ state: 'to-send', payment: 'paid' })
  expect(await fixture.verify()).toMatchObject({ ok: true, paidOrders: expect.any(Number) })
})

it('an order is taken over once: neither a second time, nor for a second purchase, nor a second one for a purchase', async () => {
  const [one, other] = await fixture.readyMany(2, 3)
  const orderId = await person.buy(one!.lines)
  const both = await Promise.all([take(orderId, one!), take(orderId, other!)])
  expect(both.filter(({ ok }) => ok)).toHaveLength(1)
  const winner = both[0].ok ? one! : other!
  const second = await person.buy(winner.lines)
  expect(await take(second, winner)).toMatchObject({ ok: false, message: expect.stringContaining('已经下过单') })
  expect(await fixture.ordersOf(winner.id)).toHaveLength(1)
  const same = await Promise.all([take(second, both[0].ok ? other! : one!), take(second, both[0].ok ? other! : one!)])
  expect(same.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await fixture.verify()).toMatchObject({ ok: true })
})

it('other pieces, an order of ours, a closed one and a placed purchase are refused, and nothing is written', async () => {
  const purchase = await fixture.ready(4)
  const double = await person.buy(purchase.lines, 2)
  expect(await listedOf(double)).toMatchObject({ obstacle: expect.stringContaining('件数不同') })
  expect(await take(double, purchase)).toMatchObject({ ok: false, message: expect.stringContaining('件数不同') })
  const placed = await fixture.placed(4)
  const [ours] = await fixture.ordersOf(placed.id)
  expect(await listedOf(ours!.orderId)).toBeUndefined()
  expect(await take(ours!.orderId, purchase)).toMatchObject({ ok: false, word: 'state-not-allowed' })
  expect(await take(double, placed)).toMatchObject({ ok: false, message: expect.stringContaining('已经下过单') })
  const closed = await person.buy(purchase.lines)
  await fixture.simulator.control('POST', '/clock', { advanceMs: 15_000 })
  await person.connector.cancelOrder({ orderId: closed, reason: 'buyerCancel' })
  expect(await listedOf(closed)).toBeUndefined()
  expect(await take(closed, purchase)).toMatchObject({ ok: false, message: expect.stringContaining('不能接管') })
  expect(await take('1', purchase)).toMatchObject({ ok: false })
  expect(await fixture.detail(purchase.id)).toMatchObject({ state: 'to-place', alibabaOrderIds: [] })
  expect(await fixture.verify()).toMatchObject({ ok: true })
})
