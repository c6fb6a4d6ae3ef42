import type { OrderReturn, ReturnRefundPreview } from '@huoqiao/contract/orders/order-returns.schema'
import { formatMinor, moneyText } from '@huoqiao/kit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { untilQuiet } from '../../../test/quiet.ts'
import { startOrderFixture } from './orders-fixture.testing.ts'
import type { OrderFixture } from './orders-fixture.testing.ts'
import type { ShopOrderWitness, ShopVariant } from './orders.testing.ts'

/** Actions on a return from the console, checked by the requests that arrive at the shop. */
let bench: OrderFixture
let variant: ShopVariant

beforeAll(async () => {
  bench = await startOrderFixture()
  variant = bench.variants.find(({ stock }) => stock > 0)!
})
afterAll(() => bench?.close())
beforeEach(async () => {
  await bench.simulator.control('DELETE', '/ledger')
  await bench.quirk('shopify.withheld-scopes', '')
})

const fault = (call: string, fault: object): Promise<unknown> =>
  bench.simulator.control('POST', '/faults', { vendor: 'shopify', call, times: 1, every: 1, fault })
/** Inputs of the calls that had an effect in the shop. */
const asked = async (call: string): Promise<Record<string, unknown>[]> => {
  const { entries } = await bench.simulator.control<{ entries: { request: unknown; effect?: string }[] }>(
    'GET',
    `/ledger?call=${call}&limit=100`,
  )
  return entries
    .filter(({ effect }) => effect !== undefined)
    .map(({ request }) => (request as { variables: { input: Record<string, unknown> } }).variables.input)
}
const stock = async (): Promise<number> =>
  (await bench.simulator.control<{ variants: ShopVariant[] }>('GET', `/shopify/${bench.slug}/variants`)).variants.find(
    ({ variantId }) => variantId === variant.variantId,
  )!.stock

type Case = { orderId: string; witness: ShopOrderWitness; id: string }
/** A return of `quantity` of three sent pieces; `open`: accepted already, without a request. */
async function returned(quantity: number, { open = false } = {}): Promise<Case> {
  const witness = await bench.buy([{ variantId: variant.variantId, quantity: 3 }], { force: true })
  await bench.act(witness, 'fulfil')
  const lines = [{ lineId: witness.lines[0]!.id, quantity, reason: 'DEFECTIVE', note: '坏了' }]
  await bench.act(witness, 'return', { lines, requested: !open })
  await bench.pull()
  const { id: orderId } = await bench.seen(witness)
  await bench.app.ok('refreshOrder', { orderId })
  await untilQuiet(bench.app)
  const [one] = (await bench.app.ok('getOrderReturns', { orderId })).returns
  return { orderId, witness, id: one!.id }
}
const current = async ({ orderId, id }: Case): Promise<OrderReturn> =>
  (await bench.app.ok('getOrderReturns', { orderId })).returns.find((one) => one.id === id)!
const preview = ({ id }: Case, more: object = {}): Promise<ReturnRefundPreview> =>
  bench.app.ok('previewReturnRefund', { returnId: id, ...more })

let forms = 0
/** The form as a person sends it after the dry run. */
function formOf({ id }: Case, seen: ReturnRefundPreview, more: object = {}) {
  return {
    returnId: id,
    requestKey: `form-${++forms}`,
    lines: seen.lines.map(({ id: line, quantity, open }) => ({ id: line, quantity, open, restock: false })),
    amountMinor: seen.suggested!.presentment.minor,
    currency: seen.suggested!.presentment.currency,
    shipping: false,
    notifyCustomer: true,
    ...more,
  }
}
const refund = (form: ReturnType<typeof formOf>) => bench.app.call('refundReturn', form)
const timeline = async ({ orderId }: Case): Promise<string[]> =>
  (await bench.app.ok('getOrder', { orderId })).events.map(({ text }) => text)

describe('a requested return', () => {
  it('is approved in its shop once, with a message to the shopper, and is then open', async () => {
    const one = await returned(2)
    expect((await current(one)).can).toMatchObject({
      approveReturn: true,
      declineReturn: true,
      refundReturn: expect.any(String),
    })
    const done = await bench.app.ok('approveReturn', { returnId: one.id, notifyCustomer: true })
    expect(done).toMatchObject({
      state: 'open',
      acts: [{ step: 'approve', state: 'done', message: '店铺已接受', by: '管理员' }],
      can: { approveReturn: expect.any(String), refundReturn: true },
    })
    expect(await asked('returnApproveRequest')).toMatchObject([{ notifyCustomer: true }])
    expect(await timeline(one)).toEqual(expect.arrayContaining([expect.stringContaining('同意退货')]))
    const { code, msg } = await bench.app.call('approveReturn', { returnId: one.id, notifyCustomer: true })
    expect([code, msg]).toEqual([409, expect.any(String)])
    expect(await asked('returnApproveRequest')).toHaveLength(1)
  })

  it('is declined with a reason of the shop and a note, which its shopper reads', async () => {
    const one = await returned(1)
    const done = await bench.app.ok('declineReturn', {
      returnId: one.id,
      declineReason: 'RETURN_PERIOD_ENDED',
      declineNote: '超过30天',
      notifyCustomer: false,
    })
    expect(done).toMatchObject({ state: 'declined', declined: 'RETURN_PERIOD_ENDED：超过30天' })
    expect(await asked('returnDeclineRequest')).toMatchObject([
      { declineReason: 'RETURN_PERIOD_ENDED', declineNote: '超过30天', notifyCustomer: false },
    ])
    const logged = await bench.app.ok('findOperationLog', { pageSize: 5 })
    expect(JSON.stringify(logged.list)).toContain('超过30天')
  })

  it('that staff answered in the shop meanwhile is refused and shown as it is there', async () => {
    const one = await returned(1)
    await bench.act(one.witness, 'return-step', { step: 'decline', note: 'staff' })
    const answer = await bench.app.call('approveReturn', { returnId: one.id, notifyCustomer: false })
    expect([answer.code, JSON.stringify(answer)]).toEqual([409, expect.stringContaining('在店铺里已是“已拒绝”')])
    expect(await current(one)).toMatchObject({ state: 'declined', acts: [{ step: 'approve', state: 'refused' }] })
  })

  it('whose answer is lost counts as approved as soon as the shop shows it, and is not sent again', async () => {
    const one = await returned(1)
    await fault('returnApproveRequest', { kind: 'drop-after' })
    const done = await bench.app.ok('approveReturn', { returnId: one.id, notifyCustomer: true })
    expect(done).toMatchObject({ state: 'open', acts: [{ state: 'done', message: '在店铺里查到已经生效' }] })
    expect(await asked('returnApproveRequest')).toHaveLength(1)
  })

  it('that two clerks answer at once gets one answer', async () => {
    const one = await returned(1)
    const answers = await Promise.all([
      bench.app.call('approveReturn', { returnId: one.id, notifyCustomer: true }),
      bench.app.call('declineReturn', { returnId: one.id, declineReason: 'OTHER', notifyCustomer: true }),
    ])
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, 409])
    const [approved, declined] = [await asked('returnApproveRequest'), await asked('returnDeclineRequest')]
    expect(approved.length + declined.length).toBe(1)
  })

  it('can’t be answered without the shop’s permission, which the refusal names', async () => {
    const one = await returned(1)
    await bench.quirk('shopify.withheld-scopes', 'write_returns')
    const answer = await bench.app.call('approveReturn', { returnId: one.id, notifyCustomer: true })
    expect(answer.code).not.toBe(200)
    expect(JSON.stringify(answer)).toContain('write_returns')
    // After the store was checked, the missing scope is reported before a call is tried.
    await bench.app.ok('checkShopifyStore', { id: bench.us })
    expect((await current(one)).can['approveReturn']).toContain('write_returns')
    await bench.quirk('shopify.withheld-scopes', '')
    await bench.app.ok('checkShopifyStore', { id: bench.us })
    expect((await current(one)).can['approveReturn']).toBe(true)
  })
})

describe('the refund of a return', () => {
  it('is proposed by the shop, changes nothing as a dry run, and is then made with its pieces back in stock', async () => {
    const one = await returned(2, { open: true })
    const before = await stock()
    const seen = await preview(one)
    expect(seen).toMatchObject({
      lines: [{ sku: variant.sku, quantity: 2, open: 2, restockable: 2 }],
      suggested: { shop: { currency: 'USD' }, presentment: { currency: 'USD' } },
    })
    expect(seen.suggested!.shop.minor).toBeLessThanOrEqual(seen.maximum.shop.minor)
    expect(seen.locations.length).toBeGreaterThan(0)
    expect([await asked('returnProcess'), await stock()]).toEqual([[], before])

    const lines = seen.lines.map(({ id, quantity, open }) => ({ id, quantity, open, restock: true }))
    const form = formOf(one, seen, { lines, locationId: seen.locations[0]!.id, note: '已验货' })
    const done = await bench.app.ok('refundReturn', form)
    expect(done).toMatchObject({
      lines: [{ processed: 2, refunded: 2 }],
      refunds: [{ totalMinor: seen.suggested!.shop.minor }],
      acts: [{ step: 'refund', state: 'done', message: expect.stringContaining('2 件退回库存') }],
      can: { refundReturn: '退回的都已处理完', closeReturn: true },
    })
    expect(await stock()).toBe(before + 2)
    expect(await asked('returnProcess')).toMatchObject([{ notifyCustomer: true, note: '已验货' }])
    await untilQuiet(bench.app)
    expect((await bench.app.ok('getOrder', { orderId: one.orderId })).amounts.refunded).toBe(seen.suggested!.shop.minor)

    // The same form again, because its answer was lost, is the same refund; with other content it is refused.
    expect((await bench.app.ok('refundReturn', form)).refunds).toHaveLength(1)
    expect((await refund({ ...form, amountMinor: 1 })).code).toBe(409)
    expect(await asked('returnProcess')).toHaveLength(1)
    expect(await bench.app.ok('closeReturn', { returnId: one.id })).toMatchObject({ state: 'closed' })
  })

  it('of some of the pieces, with another amount, leaves the rest open and their stock unchanged', async () => {
    const one = await returned(3, { open: true })
    const before = await stock()
    const line = (await preview(one)).lines[0]!
    const seen = await preview(one, { lines: [{ id: line.id, quantity: 1 }] })
    const withShipping = await preview(one, { lines: [{ id: line.id, quantity: 1 }], shipping: true })
    expect(withShipping.suggested!.shop.minor).toBeGreaterThanOrEqual(
      seen.suggested!.shop.minor + seen.shipping.shop.minor,
    )
    const done = await bench.app.ok('refundReturn', formOf(one, seen, { amountMinor: 150 }))
    expect(done).toMatchObject({ lines: [{ quantity: 3, processed: 1 }], refunds: [{ totalMinor: 150 }] })
    expect(await stock()).toBe(before)
    expect((await preview(one)).lines).toMatchObject([{ open: 2, restockable: 2 }])
  })

  // Currencies with three decimals and with none. The amounts are typed, not proposed, so that an error by a factor of 10 to 1000 shows.
  it.each([
    { currency: 'KWD', minor: 1501, text: '1.501' },
    { currency: 'JPY', minor: 137, text: '137' },
  ])(
    'of a shopper abroad is in $currency, which they paid in, exact to its minor unit',
    async ({ currency, minor, text }) => {
      const witness = await bench.buy([{ variantId: variant.variantId, quantity: 2 }], { force: true, currency })
      await bench.act(witness, 'fulfil')
      await bench.act(witness, 'return', { lines: [{ lineId: witness.lines[0]!.id, quantity: 2 }] })
      await bench.pull()
      const { id: orderId } = await bench.seen(witness)
      await bench.app.ok('refreshOrder', { orderId })
      const [{ id } = { id: '' }] = (await bench.app.ok('getOrderReturns', { orderId })).returns
      const one = { orderId, witness, id }
      const [piece] = (await preview(one)).lines
      const seen = await preview(one, { lines: [{ id: piece!.id, quantity: 1 }] })
      expect(seen.suggested).toMatchObject({ shop: { currency: 'USD' }, presentment: { currency } })
      const wrong = await refund(formOf(one, seen, { currency: 'USD' }))
      expect(JSON.stringify(wrong)).toContain(currency)
      const over = await refund(formOf(one, seen, { amountMinor: seen.maximum.presentment.minor + 1 }))
      expect(JSON.stringify(over)).toContain(`最多退 ${moneyText(seen.maximum.presentment)}`)
      expect(await asked('returnProcess')).toEqual([])

      const typed = await bench.app.ok('refundReturn', formOf(one, seen, { amountMinor: minor }))
      expect(typed.refunds).toMatchObject([{ presentment: { minor, currency } }])
      // The second piece is refunded by the amount that the shop proposes.
      const rest = await preview(one)
      // The display name of the gateway, not its identifier.
      expect(rest.gateways).toEqual(['Shopify Payments'])
      const proposed = rest.suggested!.presentment
      const done = await bench.app.ok('refundReturn', formOf(one, rest))
      expect(done.refunds.map(({ presentment }) => presentment)).toEqual(
        expect.arrayContaining([{ minor, currency }, proposed]),
      )
      const paid = (await asked('returnProcess')).map((input) => JSON.stringify(input))
      expect(paid).toEqual([
        expect.stringContaining(`"transactionAmount":{"amount":"${text}","currencyCode":"${currency}"}`),
        expect.stringContaining(
          `"transactionAmount":{"amount":"${formatMinor(proposed.minor, currency)}","currencyCode":"${currency}"}`,
        ),
      ])
      const { order } = await bench.simulator.control<{ order: { refunds: { presentment: string }[] } }>(
        'GET',
        `/shopify/${bench.slug}/orders/${witness.number}`,
      )
      expect(order.refunds.map(({ presentment }) => presentment)).toEqual([text, formatMinor(proposed.minor, currency)])
    },
  )

  it('is refused for more pieces than are open, for more money than was paid, and for a place that is missing', async () => {
    const one = await returned(2, { open: true })
    const seen = await preview(one)
    const [line] = seen.lines
    const refused = async (more: object, text: string): Promise<void> => {
      const answer = await refund(formOf(one, seen, more))
      expect([answer.code === 200, JSON.stringify(answer)]).toEqual([false, expect.stringContaining(text)])
    }
    const asking = { id: line!.id, quantity: 3, open: 2, restock: false }
    await refused({ lines: [asking] }, '不能退 3 件')
    await refused({ lines: [{ ...asking, quantity: 1, open: 1 }] }, '还没处理的已变成 2 件')
    await refused({ lines: [{ ...asking, quantity: 1, restock: true }] }, '请选择退回哪个仓库')
    await refused(
      {
        lines: [
          { ...asking, quantity: 1 },
          { ...asking, quantity: 1 },
        ],
      },
      '同一件商品提交了两次',
    )
    await refused({ lines: [{ ...asking, quantity: 1, id: 'gid://shopify/ReturnLineItem/9' }] }, '不在这次退货里')
    await refused({ amountMinor: seen.maximum.presentment.minor + 1 }, '最多退')
    expect(await bench.simulator.received('returnProcess')).toBe(0)
    expect((await current(one)).acts).toEqual([])
    const more = await bench.app.call('previewReturnRefund', {
      returnId: one.id,
      lines: [{ id: line!.id, quantity: 3 }],
    })
    expect(more.code).toBe(409)
  })

  it('whose answer is lost is found at the shop and not sent again', async () => {
    const one = await returned(1, { open: true })
    await fault('returnProcess', { kind: 'drop-after' })
    const done = await bench.app.ok('refundReturn', formOf(one, await preview(one)))
    expect(done).toMatchObject({ acts: [{ state: 'done', message: expect.stringContaining('在店铺里查到') }] })
    expect(done.refunds).toHaveLength(1)
    expect(await asked('returnProcess')).toHaveLength(1)
  })

  it('that never arrived is unknown at first, which a notice says, and nothing else is sent until it is clear', async () => {
    const one = await returned(1, { open: true })
    const seen = await preview(one)
    await fault('returnProcess', { kind: 'drop-before' })
    const lost = await refund(formOf(one, seen))
    expect(JSON.stringify(lost)).toContain('请不要到店铺后台再做一次')
    expect(await current(one)).toMatchObject({ acts: [{ state: 'unknown' }] })
    expect((await current(one)).can['refundReturn']).toContain('正在核对')
    expect((await refund(formOf(one, seen))).code).toBe(409)
    const { list } = await bench.app.ok('queryNotices', { kind: 'return-unsettled', pageSize: 20 })
    expect(list.some(({ text }) => text.includes(`#${one.witness.number}-R1`))).toBe(true)
    expect(await asked('returnProcess')).toHaveLength(0)
  })

  it('that two clerks request at once, each for the one piece they hold, is made once', async () => {
    const one = await returned(2, { open: true })
    const line = (await preview(one)).lines[0]!
    const seen = await preview(one, { lines: [{ id: line.id, quantity: 1 }] })
    const answers = await Promise.all([refund(formOf(one, seen)), refund(formOf(one, seen))])
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await asked('returnProcess')).toHaveLength(1)
    // Refused later too, because the form was filled in before the other refund.
    expect((await refund(formOf(one, seen))).code).toBe(409)
    expect(await asked('returnProcess')).toHaveLength(1)
  })

  it('of a return with exchanges is left to the shop', async () => {
    const witness = await bench.buy([{ variantId: variant.variantId, quantity: 1 }], { force: true })
    await bench.act(witness, 'fulfil')
    await bench.act(witness, 'return', {
      lines: [{ lineId: witness.lines[0]!.id, quantity: 1 }],
      exchanges: [{ variantId: variant.variantId, quantity: 1 }],
    })
    await bench.pull()
    const { id: orderId } = await bench.seen(witness)
    await bench.app.ok('refreshOrder', { orderId })
    const [one] = (await bench.app.ok('getOrderReturns', { orderId })).returns
    expect(one!.can['refundReturn']).toContain('换货')
    expect((await bench.app.call('previewReturnRefund', { returnId: one!.id })).code).toBe(409)
  })
})
