import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { untilQuiet } from '../../../test/quiet.ts'
import { MINUTE, startAlertBench } from './alerts.testing.ts'
import { DINGTALK_SECRET, FEISHU_ID } from './receivers.testing.ts'

let bench: Awaited<ReturnType<typeof startAlertBench>>
beforeAll(async () => {
  bench = await startAlertBench()
})
afterAll(() => bench?.close())

describe('an alert', () => {
  it('reaches each kind of channel in its own protocol, and is kept with the answer', async () => {
    const channels = [
      await bench.channel('wecom'),
      await bench.channel('dingtalk'),
      await bench.channel('feishu'),
      await bench.channel('webhook'),
    ]
    await bench.onlyRule(channels.map(({ id }) => id))
    await bench.stock('p1', '台灯只剩 3 件 <at user_id="all">', { to: '/shop/product/list' })
    await untilQuiet(bench.app)
    expect(bench.receivers.received.map(({ to }) => to).toSorted()).toEqual(
      ['/cgi-bin/webhook/send', '/robot/send', `/open-apis/bot/v2/hook/${FEISHU_ID}`, '/hook'].toSorted(),
    )
    for (const { to, text } of bench.receivers.received) {
      expect(text).toContain('台灯只剩 3 件')
      // Mention markup in the text of a notice has no effect in a chat.
      if (to !== '/hook') expect(text).not.toContain('<')
    }
    expect(bench.receivers.received.find(({ to }) => to === '/hook')!.body).toMatchObject({
      isTest: false,
      alerts: [{ kind: 'stock-out', kindName: '货源缺货', level: 'attention', url: null }],
    })
    const kept = await bench.messages({ state: 'sent' })
    expect(kept).toHaveLength(4)
    expect(kept.find(({ channelKind }) => channelKind === 'dingtalk')).toMatchObject({
      answer: '{"errcode":0,"errmsg":"ok"}',
      reason: '',
      attempts: 1,
      sentAt: bench.now(),
      items: [{ text: '台灯只剩 3 件 <at user_id="all">' }],
    })
  })

  it('is sent once for a notice that several rules match and that comes again on the same day', async () => {
    const { id } = await bench.channel('wecom')
    await bench.onlyRule([id])
    await bench.app.ok('addAlertRule', { name: '第二条规则', level: 'info', groupMinutes: 0, channelIds: [id] })
    await bench.stock('p2', '第一次')
    await bench.stock('p2', '第二次')
    await bench.due()
    expect(bench.texts()).toHaveLength(1)
  })

  it('is sent only for the kinds, the severity and the roles of the rule', async () => {
    const { id } = await bench.channel('wecom')
    const role = await bench.app.ok('addRole', { name: '采购组', note: '' })
    const other = await bench.app.ok('addRole', { name: '客服组', note: '' })
    await bench.onlyRule([id], { kinds: ['stock-out', 'offer-gone'], level: 'urgent', roleIds: [role.id] })
    await bench.stock('p3', '不够紧急')
    await bench.tell({ kind: 'token-expiring', about: 't', text: '类型不对' })
    await bench.tell({ kind: 'offer-gone', about: 'o1', text: '给采购组', roleIds: [role.id] })
    await bench.tell({ kind: 'offer-gone', about: 'o2', text: '给客服组', roleIds: [other.id] })
    await bench.tell({ kind: 'offer-gone', about: 'o3', text: '给所有人' })
    await bench.due()
    const all = bench.texts().join('\n')
    expect(all).toContain('给采购组')
    expect(all).toContain('给所有人')
    for (const absent of ['不够紧急', '类型不对', '给客服组']) expect(all).not.toContain(absent)
  })

  it('waits in quiet hours until they end, with the others, unless it is urgent', async () => {
    const { id } = await bench.channel('wecom')
    await bench.onlyRule([id], { quietFrom: '22:00', quietUntil: '07:30' })
    await bench.pass(13 * 60) // 23:00
    await bench.stock('p4', '夜里一')
    await bench.stock('p5', '夜里二')
    await bench.tell({ kind: 'offer-gone', about: 'o4', text: '夜里紧急' })
    await bench.due()
    expect(bench.texts()).toEqual([expect.stringContaining('夜里紧急')])
    expect((await bench.app.ok('queryAlertMessages', {})).waiting).toBe(2)
    await bench.pass(8 * 60 + 29) // 07:29
    await bench.due()
    expect(bench.texts()).toHaveLength(1)
    await bench.pass(1)
    await bench.due()
    for (const part of ['2 条告警', '夜里一', '夜里二']) expect(bench.texts()[1]).toContain(part)
  })

  it('is sent at once if it is the first, and with the others of the grouping time after that', async () => {
    const { id } = await bench.channel('wecom')
    await bench.onlyRule([id], { groupMinutes: 10 })
    for (const about of ['a', 'b', 'c']) {
      await bench.stock(`g-${about}`, `合并 ${about}`)
      await untilQuiet(bench.app)
      await bench.pass(1)
    }
    await bench.due()
    expect(bench.texts()).toEqual([expect.stringContaining('合并 a')])
    await bench.pass(8)
    await bench.due()
    expect(bench.texts()).toHaveLength(2)
    expect(bench.texts()[1]).toMatch(/合并 b[^]*合并 c/)
  })

  it('that does not fit into one message is sent in several, none longer than the robot accepts', async () => {
    const { id } = await bench.channel('wecom')
    await bench.onlyRule([id], { groupMinutes: 1 })
    await bench.stock('l-0', '第一条')
    await untilQuiet(bench.app)
    for (let index = 0; index < 12; index++) await bench.stock(`l-${index + 1}`, `${index} ${'很长的说明'.repeat(30)}`)
    await untilQuiet(bench.app)
    await bench.pass(1)
    await bench.due()
    expect(bench.receivers.received.length).toBeGreaterThan(2)
    for (const text of bench.texts()) expect(Buffer.byteLength(text)).toBeLessThanOrEqual(2_048)
    expect((await bench.app.ok('queryAlertMessages', {})).waiting).toBe(0)
  })
})

describe('a robot that does not take an alert', () => {
  it('and says so with HTTP 200 is a failure with its reason, which the bell shows too', async () => {
    const { id, name } = await bench.channel('dingtalk', { signingSecret: 'SECwrong' })
    await bench.onlyRule([id])
    await bench.stock('f1', '签名不对的')
    await bench.due()
    expect(bench.texts()).toEqual([])
    const [failed] = await bench.messages({ channelId: id })
    expect(failed).toMatchObject({
      state: 'failed',
      attempts: 1,
      reason: expect.stringContaining('签名不对') as unknown,
    })
    const { list } = await bench.app.ok('queryNotices', { kind: 'alert-failed' })
    expect(list[0]!.text).toContain(name)
    // It is sent again after a person has corrected the channel.
    const { version } = (await bench.app.ok('queryAlertChannels')).find((one) => one.id === id)!
    await bench.app.ok('updateAlertChannel', { id, version, name, signingSecret: DINGTALK_SECRET })
    await bench.app.ok('resendAlert', { id: failed!.id })
    await untilQuiet(bench.app)
    expect(bench.texts()).toEqual([expect.stringContaining('签名不对的')])
    expect(await bench.app.call('resendAlert', { id: failed!.id })).toMatchObject({ code: 409 })
  })

  it('because it is too busy gets it again later', async () => {
    const { id } = await bench.channel('dingtalk')
    await bench.onlyRule([id])
    bench.receivers.force('/robot/send', {
      body: '{"errcode":130101,"errmsg":"send too fast, exceed 20 times per minute"}',
    })
    await bench.stock('f2', '太快了')
    await bench.due()
    expect(await bench.messages({ channelId: id })).toMatchObject([
      { state: 'retrying', nextAt: bench.now() + 10 * MINUTE },
    ])
    await bench.pass(10)
    await bench.due()
    expect(bench.texts()).toEqual([expect.stringContaining('太快了')])
    expect(await bench.messages({ channelId: id })).toMatchObject([{ state: 'sent', attempts: 2, reason: '' }])
  })

  it('and breaks the connection without an answer is not sent it twice', async () => {
    const { id } = await bench.channel('feishu')
    await bench.onlyRule([id])
    bench.receivers.force('/open-apis', 'break')
    await bench.stock('f3', '没有答复')
    await bench.due()
    await bench.pass(60)
    await bench.due()
    expect(bench.texts()).toEqual([])
    expect(await bench.messages({ channelId: id })).toMatchObject([{ state: 'unknown', attempts: 1 }])
  })

  it('is given no more messages a minute than it accepts', async () => {
    const { id } = await bench.channel('wecom')
    await bench.onlyRule([id])
    for (let index = 0; index < 21; index++) {
      await bench.stock(`r-${index}`, `限流 ${index}`)
      await untilQuiet(bench.app)
    }
    expect(bench.texts()).toHaveLength(19)
    await bench.app.db.pool.query(
      `update alert_message set tried_at = tried_at - interval '1 minute' where channel_id = $1`,
      [id],
    )
    await bench.due()
    expect(bench.texts()).toHaveLength(20)
    for (const last of ['限流 19', '限流 20']) expect(bench.texts()[19]).toContain(last)
  })
})

it('a message whose sender died is not sent again, and says so', async () => {
  const { id } = await bench.channel('wecom')
  await bench.onlyRule([id])
  bench.receivers.force('/cgi-bin', { body: '{"errcode":0,"errmsg":"ok"}' })
  await bench.stock('d1', '发送中断')
  await bench.due()
  await bench.app.db.pool.query(
    `update alert_message set state = 'sending', tried_at = tried_at - interval '3 minutes' where channel_id = $1`,
    [id],
  )
  bench.receivers.received.length = 0
  await bench.due()
  expect(bench.texts()).toEqual([])
  expect(await bench.messages({ channelId: id })).toMatchObject([
    { state: 'unknown', reason: expect.stringContaining('不知道消息有没有送到') as unknown },
  ])
})

describe('a webhook', () => {
  it('that fails gets the same message again, with the same id', async () => {
    const { id } = await bench.channel('webhook')
    await bench.onlyRule([id])
    bench.receivers.force('/hook', { status: 500, body: 'later' }, 'break')
    await bench.stock('w1', '再发一次')
    await bench.due()
    await bench.pass(1)
    await bench.due()
    await bench.pass(2)
    await bench.due()
    const [message] = await bench.messages({ channelId: id })
    expect(message).toMatchObject({ state: 'sent', attempts: 3, answer: 'HTTP 200 ok' })
    expect(bench.receivers.received.map(({ headers }) => headers['x-huoqiao-delivery'])).toEqual([message!.id])
  })
})
