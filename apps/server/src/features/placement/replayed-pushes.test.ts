import { createHmac } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { untilQuiet } from '../../../test/quiet.ts'
import { runCron } from '../../../test/run-cron.ts'
import { until } from '../../../test/until.ts'
import { withBuyingApp } from './placement.testing.ts'

const fixture = withBuyingApp()
const READ = 'alibaba.trade.get.buyerView'
let accountId: string
beforeAll(async () => {
  accountId = (await fixture.app.ok('queryMarketplaceAccounts'))[0]!.id
})

type Push = { message: string; signature: string }
/** As 1688 signs (reference 5.1). */
const signed = (message: string, secret = fixture.simulator.alibaba.appSecret): Push => ({
  message,
  signature: createHmac('sha1', secret).update(`message${message}`).digest('hex').toUpperCase(),
})
const pushOf = (msgId: number, type: string, orderId: string, currentStatus: string): Push =>
  signed(
    `{"msgId":${msgId},"type":"${type}","gmtBorn":1500000000000,"data":{"orderId":${orderId},"currentStatus":"${currentStatus}","msgSendTime":"2017-07-14 10:40:00"}}`,
  )
const send = async ({ message, signature }: Push, account = accountId): Promise<number> => {
  const body = new URLSearchParams({ message, _aop_signature: signature })
  return (await fetch(`${fixture.app.url}/webhooks/1688/${account}`, { method: 'POST', body })).status
}
const kept = async (eventId: number) => {
  const { rows } = await fixture.app.db.pool.query<{ state: string; attempts: number; repeats: number }>(
    'select state, attempts, repeats from inbox_message where event_id = $1',
    [String(eventId)],
  )
  return rows
}
const handled = (eventId: number) =>
  until(
    () => kept(eventId),
    ([row]) => row !== undefined && row.state !== 'waiting',
  )
const countKept = async (): Promise<number> => (await fixture.app.ok('queryInbox', {})).total
/** The state of a purchase here and at 1688. */
const state = async (purchaseId: string) => {
  await untilQuiet(fixture.app)
  const { state, payment, number } = await fixture.detail(purchaseId)
  return { state, payment, witness: await fixture.witness(number), proof: (await fixture.verify()).ok }
}

describe('a recorded push of 1688 that is sent again', () => {
  it('is counted, and handled once, however often it arrives', async () => {
    const { id, alibabaOrderIds } = await fixture.placed()
    const push = pushOf(4_000_001, 'ORDER_BUYER_VIEW_ORDER_PAY', alibabaOrderIds[0]!, 'waitsellersend')
    expect(await send(push)).toBe(200)
    await handled(4_000_001)
    const before = await state(id)
    const read = await fixture.simulator.received(READ)
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(push)))
    expect(new Set(answers)).toEqual(new Set([200]))
    expect(await state(id)).toEqual(before)
    expect(await fixture.simulator.received(READ)).toBe(read)
    expect(await kept(4_000_001)).toEqual([{ state: 'handled', attempts: 1, repeats: 20 }])
  })

  it('years later, when its number has been deleted, only causes a read of the order', async () => {
    const { id, alibabaOrderIds } = await fixture.placed()
    const order = alibabaOrderIds[0]!
    await fixture.simulator.control('POST', `/1688/orders/${order}/pay`, {})
    await fixture.until(id, 'to-send')
    const before = await state(id)
    const old = [
      pushOf(4_000_002, 'ORDER_BUYER_VIEW_BUYER_MAKE', order, 'waitbuyerpay'),
      pushOf(4_000_003, 'ORDER_BUYER_VIEW_ORDER_BUYER_CLOSE', order, 'cancel'),
      pushOf(4_000_004, 'ORDER_BUYER_VIEW_ORDER_SUCCESS', order, 'success'),
    ]
    for (const round of [1, 2]) {
      const read = await fixture.simulator.received(READ)
      for (const push of old) expect(await send(push)).toBe(200)
      for (const eventId of [4_000_002, 4_000_003, 4_000_004])
        expect(await handled(eventId), `round ${round}`).toEqual([{ state: 'handled', attempts: 1, repeats: 0 }])
      expect(await state(id)).toEqual(before)
      expect(await fixture.simulator.received(READ)).toBeGreaterThan(read)
      await fixture.app.db.pool.query(`update inbox_message set received_at = received_at - interval '4000 days'`)
      await runCron(fixture.app, 'purge-inbox')
      await until(
        () => kept(4_000_003),
        (rows) => rows.length === 0,
      )
    }
  })

  it('is refused and not stored if a character of it was changed, or if it arrives at another account’s address', async () => {
    const { id, alibabaOrderIds } = await fixture.placed()
    const order = alibabaOrderIds[0]!
    const push = pushOf(4_000_005, 'ORDER_BUYER_VIEW_ORDER_PAY', order, 'waitsellersend')
    const other = await fixture.app.ok('addMarketplaceAccount', {
      name: '另一个应用',
      gateway: fixture.simulator.alibaba.gateway,
      appKey: '7654321',
      appSecret: 'the-secret-of-another-app',
    })
    const before = await state(id)
    const count = await countKept()
    const { message, signature } = push
    for (const forged of [
      { message: message.replace('4000005', '4000006'), signature },
      { message: message.replace('1500000000000', String(Date.now())), signature },
      { message: message.replace('2017-07-14', '2030-07-14'), signature },
      { message: message.replace('waitsellersend', 'cancel'), signature },
      { message: message.replace('ORDER_PAY', 'ORDER_BUYER_CLOSE'), signature },
      { message: ` ${message}`, signature },
      { message, signature: pushOf(4_000_007, 'ORDER_BUYER_VIEW_ORDER_PAY', order, 'waitsellersend').signature },
      { message, signature: '' },
      { message, signature: 'A'.repeat(40) },
      signed(message, ''),
      signed(message, fixture.simulator.alibaba.appKey),
    ])
      expect(await send(forged), JSON.stringify(forged)).toBe(401)
    expect(await send(push, other.id)).toBe(401)
    expect(await countKept()).toBe(count)
    expect(await state(id)).toEqual(before)
    // The real one is still accepted: the forged ones did not use up its number.
    expect(await send(push)).toBe(200)
    expect(await handled(4_000_005)).toEqual([{ state: 'handled', attempts: 1, repeats: 0 }])
  })
})
