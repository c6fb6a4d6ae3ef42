import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startAppAlone } from '../../../test/app-alone.ts'
import type { TestApp } from '../../../test/harness.ts'
import { untilQuiet } from '../../../test/quiet.ts'
import { runCron } from '../../../test/run-cron.ts'
import { noticesFeature } from '../notices/index.ts'
import type { NewNotice } from '../notices/index.ts'
import {
  DINGTALK_SECRET,
  DINGTALK_TOKEN,
  FEISHU_ID,
  FEISHU_SECRET,
  openReceivers,
  WEBHOOK_SECRET,
  WECOM_KEY,
} from './receivers.testing.ts'

let app: TestApp
let receivers: Awaited<ReturnType<typeof openReceivers>>
/** 10:00 in UTC+8 */
let now = Date.UTC(2026, 2, 3, 2)
const MINUTE = 60_000

beforeAll(async () => {
  receivers = await openReceivers()
  app = await startAppAlone({ work: true, clock: { now: () => now } })
})
afterAll(async () => {
  await app?.close()
  receivers?.close()
})

/** In steps that keep the session alive. */
async function pass(minutes: number): Promise<void> {
  for (let left = minutes; left > 0; left -= 300) {
    now += Math.min(300, left) * MINUTE
    await app.ok('queryAlertRules')
  }
}

const addressOf = {
  wecom: () => `${receivers.origin}/cgi-bin/webhook/send?key=${WECOM_KEY}`,
  dingtalk: () => `${receivers.origin}/robot/send?access_token=${DINGTALK_TOKEN}`,
  feishu: () => `${receivers.origin}/open-apis/bot/v2/hook/${FEISHU_ID}`,
  webhook: () => `${receivers.origin}/hook`,
}
const secretOf = { wecom: undefined, dingtalk: DINGTALK_SECRET, feishu: FEISHU_SECRET, webhook: WEBHOOK_SECRET }
type Kind = keyof typeof addressOf
let made = 0
const channel = (kind: Kind, change: object = {}) =>
  app.ok('addAlertChannel', {
    name: `${kind} ${(made += 1)}`,
    kind,
    secretAddress: addressOf[kind](),
    ...(secretOf[kind] === undefined ? {} : { signingSecret: secretOf[kind] }),
    ...change,
  })
/** The only rule, so that the tests do not see each other's. */
async function onlyRule(channelIds: readonly string[], change: object = {}) {
  for (const { id, version } of await app.ok('queryAlertRules')) await app.ok('deleteAlertRule', { id, version })
  receivers.received.length = 0
  return app.ok('addAlertRule', { name: `规则 ${(made += 1)}`, level: 'info', groupMinutes: 0, channelIds, ...change })
}
const tell = (notice: NewNotice): Promise<void> =>
  app.db.transaction((tx) => app.composed.apiOf(noticesFeature).tell(tx, notice))
const stock = (about: string, text: string, more: Partial<NewNotice> = {}) =>
  tell({ kind: 'stock-out', about, text, ...more })
async function due(): Promise<void> {
  await untilQuiet(app)
  await runCron(app, 'send-due-alerts')
  await untilQuiet(app)
}
const texts = () => receivers.received.map(({ text }) => text)
const messages = async (input: object = {}) => (await app.ok('queryAlertMessages', input)).list

describe('an alert', () => {
  it('reaches each kind of channel in its own protocol, and is kept with the answer', async () => {
    const channels = [
      await channel('wecom'),
      await channel('dingtalk'),
      await channel('feishu'),
      await channel('webhook'),
    ]
    await onlyRule(channels.map(({ id }) => id))
    await stock('p1', '台灯只剩 3 件 <at user_id="all">', { to: '/shop/product/list' })
    await untilQuiet(app)
    expect(receivers.received.map(({ to }) => to).toSorted()).toEqual(
      ['/cgi-bin/webhook/send', '/robot/send', `/open-apis/bot/v2/hook/${FEISHU_ID}`, '/hook'].toSorted(),
    )
    for (const { to, text } of receivers.received) {
      expect(text).toContain('台灯只剩 3 件')
      // Nobody is mentioned by the text of a notice.
      if (to !== '/hook') expect(text).not.toContain('<')
    }
    expect(receivers.received.find(({ to }) => to === '/hook')!.body).toMatchObject({
      isTest: false,
      alerts: [{ kind: 'stock-out', kindName: '货源缺货', level: 'attention', url: null }],
    })
    const kept = await messages({ state: 'sent' })
    expect(kept).toHaveLength(4)
    expect(kept.find(({ channelKind }) => channelKind === 'dingtalk')).toMatchObject({
      answer: '{"errcode":0,"errmsg":"ok"}',
      reason: '',
      attempts: 1,
      sentAt: now,
      items: [{ text: '台灯只剩 3 件 <at user_id="all">' }],
    })
  })

  it('is sent once for a notice that several rules match and that comes again on the same day', async () => {
    const { id } = await channel('wecom')
    await onlyRule([id])
    await app.ok('addAlertRule', { name: '第二条规则', level: 'info', groupMinutes: 0, channelIds: [id] })
    await stock('p2', '第一次')
    await stock('p2', '第二次')
    await due()
    expect(texts()).toHaveLength(1)
  })

  it('is sent only for the kinds, the severity and the roles of the rule', async () => {
    const { id } = await channel('wecom')
    const role = await app.ok('addRole', { name: '采购组', note: '' })
    const other = await app.ok('addRole', { name: '客服组', note: '' })
    await onlyRule([id], { kinds: ['stock-out', 'offer-gone'], level: 'urgent', roleIds: [role.id] })
    await stock('p3', '不够紧急')
    await tell({ kind: 'token-expiring', about: 't', text: '类型不对' })
    await tell({ kind: 'offer-gone', about: 'o1', text: '给采购组', roleIds: [role.id] })
    await tell({ kind: 'offer-gone', about: 'o2', text: '给客服组', roleIds: [other.id] })
    await tell({ kind: 'offer-gone', about: 'o3', text: '给所有人' })
    await due()
    const all = texts().join('\n')
    expect(all).toContain('给采购组')
    expect(all).toContain('给所有人')
    for (const absent of ['不够紧急', '类型不对', '给客服组']) expect(all).not.toContain(absent)
  })

  it('waits in quiet hours until they end, with the others, unless it is urgent', async () => {
    const { id } = await channel('wecom')
    await onlyRule([id], { quietFrom: '22:00', quietUntil: '07:30' })
    await pass(13 * 60) // 23:00
    await stock('p4', '夜里一')
    await stock('p5', '夜里二')
    await tell({ kind: 'offer-gone', about: 'o4', text: '夜里紧急' })
    await due()
    expect(texts()).toEqual([expect.stringContaining('夜里紧急')])
    expect((await app.ok('queryAlertMessages', {})).waiting).toBe(2)
    await pass(8 * 60 + 29) // 07:29
    await due()
    expect(texts()).toHaveLength(1)
    now += MINUTE
    await due()
    expect(texts()[1]).toMatch(/2 条告警[^]*夜里一[^]*夜里二/)
  })

  it('is sent at once if it is the first, and with the others of the grouping time after that', async () => {
    const { id } = await channel('wecom')
    await onlyRule([id], { groupMinutes: 10 })
    for (const about of ['a', 'b', 'c']) {
      await stock(`g-${about}`, `合并 ${about}`)
      await untilQuiet(app)
      now += MINUTE
    }
    await due()
    expect(texts()).toEqual([expect.stringContaining('合并 a')])
    now += 8 * MINUTE
    await due()
    expect(texts()).toHaveLength(2)
    expect(texts()[1]).toMatch(/合并 b[^]*合并 c/)
  })

  it('that does not fit into one message is sent in several, none longer than the robot accepts', async () => {
    const { id } = await channel('wecom')
    await onlyRule([id], { groupMinutes: 1 })
    await stock('l-0', '第一条')
    await untilQuiet(app)
    for (let index = 0; index < 12; index++) await stock(`l-${index + 1}`, `${index} ${'很长的说明'.repeat(30)}`)
    await untilQuiet(app)
    now += MINUTE
    await due()
    expect(receivers.received.length).toBeGreaterThan(2)
    for (const text of texts()) expect(Buffer.byteLength(text)).toBeLessThanOrEqual(2_048)
    expect((await app.ok('queryAlertMessages', {})).waiting).toBe(0)
  })
})

describe('a robot that does not take an alert', () => {
  it('and says so with HTTP 200 is a failure with its reason, which the bell shows too', async () => {
    const { id, name } = await channel('dingtalk', { signingSecret: 'SECwrong' })
    await onlyRule([id])
    await stock('f1', '签名不对的')
    await due()
    expect(texts()).toEqual([])
    const [failed] = await messages({ channelId: id })
    expect(failed).toMatchObject({
      state: 'failed',
      attempts: 1,
      reason: expect.stringContaining('签名不对') as unknown,
    })
    const { list } = await app.ok('queryNotices', { kind: 'alert-failed' })
    expect(list[0]!.text).toContain(name)
    // It is sent again when a person has corrected the channel.
    const { version } = (await app.ok('queryAlertChannels')).find((one) => one.id === id)!
    await app.ok('updateAlertChannel', { id, version, name, signingSecret: DINGTALK_SECRET })
    await app.ok('resendAlert', { id: failed!.id })
    await untilQuiet(app)
    expect(texts()).toEqual([expect.stringContaining('签名不对的')])
    expect(await app.call('resendAlert', { id: failed!.id })).toMatchObject({ code: 409 })
  })

  it('because it is too busy gets it again later', async () => {
    const { id } = await channel('dingtalk')
    await onlyRule([id])
    receivers.force('/robot/send', { body: '{"errcode":130101,"errmsg":"send too fast, exceed 20 times per minute"}' })
    await stock('f2', '太快了')
    await due()
    expect(await messages({ channelId: id })).toMatchObject([{ state: 'retrying', nextAt: now + 10 * MINUTE }])
    now += 10 * MINUTE
    await due()
    expect(texts()).toEqual([expect.stringContaining('太快了')])
    expect(await messages({ channelId: id })).toMatchObject([{ state: 'sent', attempts: 2, reason: '' }])
  })

  it('and breaks the connection without an answer is not sent it twice', async () => {
    const { id } = await channel('feishu')
    await onlyRule([id])
    receivers.force('/open-apis', 'break')
    await stock('f3', '没有答复')
    await due()
    now += 60 * MINUTE
    await due()
    expect(texts()).toEqual([])
    expect(await messages({ channelId: id })).toMatchObject([{ state: 'unknown', attempts: 1 }])
  })

  it('is given no more messages a minute than it accepts', async () => {
    const { id } = await channel('wecom')
    await onlyRule([id])
    for (let index = 0; index < 21; index++) {
      await stock(`r-${index}`, `限流 ${index}`)
      await untilQuiet(app)
    }
    expect(texts()).toHaveLength(19)
    await app.db.pool.query(
      `update alert_message set tried_at = tried_at - interval '1 minute' where channel_id = $1`,
      [id],
    )
    await due()
    expect(texts()).toHaveLength(20)
    for (const last of ['限流 19', '限流 20']) expect(texts()[19]).toContain(last)
  })
})

it('a message whose sender died is not sent again, and says so', async () => {
  const { id } = await channel('wecom')
  await onlyRule([id])
  receivers.force('/cgi-bin', { body: '{"errcode":0,"errmsg":"ok"}' })
  await stock('d1', '发送中断')
  await due()
  await app.db.pool.query(
    `update alert_message set state = 'sending', tried_at = tried_at - interval '3 minutes' where channel_id = $1`,
    [id],
  )
  receivers.received.length = 0
  await due()
  expect(texts()).toEqual([])
  expect(await messages({ channelId: id })).toMatchObject([
    { state: 'unknown', reason: expect.stringContaining('不知道消息有没有送到') as unknown },
  ])
})

describe('a webhook', () => {
  it('that fails gets the same message again, with the same id', async () => {
    const { id } = await channel('webhook')
    await onlyRule([id])
    receivers.force('/hook', { status: 500, body: 'later' }, 'break')
    await stock('w1', '再发一次')
    await due()
    now += MINUTE
    await due()
    now += 2 * MINUTE
    await due()
    const [message] = await messages({ channelId: id })
    expect(message).toMatchObject({ state: 'sent', attempts: 3, answer: 'HTTP 200 ok' })
    expect(receivers.received.map(({ headers }) => headers['x-huoqiao-delivery'])).toEqual([message!.id])
  })
})

describe('a channel', () => {
  it('can be tested, and the answer of the receiver is shown', async () => {
    const { id } = await channel('feishu')
    receivers.received.length = 0
    expect(await app.ok('sendTestAlert', { id })).toMatchObject({
      state: 'sent',
      isTest: true,
      answer: expect.stringContaining('"code":0') as unknown,
    })
    expect(texts()).toEqual([expect.stringContaining('测试告警')])
    const wrong = await channel('wecom', { secretAddress: `${addressOf.wecom()}x` })
    expect(await app.call('sendTestAlert', { id: wrong.id })).toMatchObject({
      code: 400,
      data: {
        refusal: 'alert-failed',
        why: expect.stringContaining('key 无效') as unknown,
        next: [{ label: expect.stringContaining('Webhook 地址') as unknown }],
        exchange: { response: expect.stringContaining('93000') as unknown },
      },
    })
    const closed = await openReceivers()
    closed.close()
    const gone = await channel('webhook', { secretAddress: `${closed.origin}/hook` })
    expect(await app.call('sendTestAlert', { id: gone.id })).toMatchObject({
      data: { why: expect.stringContaining('拒绝了连接') as unknown },
    })
    expect(await messages({ channelId: gone.id })).toMatchObject([{ state: 'failed', isTest: true }])
  })

  it('never returns or logs its address, secret or password', async () => {
    const { id, version, name } = await channel('dingtalk')
    await app.ok('updateAlertChannel', {
      id,
      version,
      name,
      secretAddress: addressOf.dingtalk(),
      signingSecret: DINGTALK_SECRET,
    })
    await app.call('updateAlertChannel', { id, version, name, secretAddress: addressOf.dingtalk() })
    const shown = JSON.stringify([
      await app.ok('queryAlertChannels'),
      await app.ok('findOperationLog', { kind: 'alert-channel' }),
      await messages(),
    ])
    for (const secret of [DINGTALK_TOKEN, DINGTALK_SECRET, WECOM_KEY, WEBHOOK_SECRET])
      expect(shown).not.toContain(secret)
    const { rows } = await app.db.pool.query<{ row: string }>('select alert_channel::text as row from alert_channel')
    for (const { row } of rows) expect(row).not.toContain(DINGTALK_TOKEN)
  })

  it.each([
    ['wecom', 'https://example.com/hello', '这不是企业微信群机器人的地址'],
    ['wecom', 'https://oapi.dingtalk.com/robot/send?access_token=x', '这是钉钉群机器人的地址'],
    ['webhook', 'https://open.feishu.cn/open-apis/bot/v2/hook/abc', '这是飞书群机器人的地址'],
    ['feishu', 'open.feishu.cn', '应为 https:// 开头的完整地址'],
    ['dingtalk', 'http://10.0.0.8/robot/send?access_token=x', 'HUOQIAO_INSIDE'],
    ['webhook', 'http://169.254.169.254/latest', 'HUOQIAO_INSIDE'],
  ] as const)('of kind %s is refused the address %s: %s', async (kind, secretAddress, words) => {
    expect(
      await app.call('addAlertChannel', { name: '错的', kind, secretAddress, signingSecret: 'x'.repeat(16) }),
    ).toMatchObject({
      code: 422,
      data: { fields: { secretAddress: expect.stringContaining(words) as unknown } },
    })
  })

  it('in use by a rule can’t be deleted, and when it is switched off nothing that waits is sent', async () => {
    const { id } = await channel('wecom')
    await onlyRule([id], { quietFrom: '00:00', quietUntil: '23:59', urgentAlways: false })
    const [row] = (await app.ok('queryAlertChannels')).filter((one) => one.id === id)
    expect(await app.call('deleteAlertChannel', { id, version: row!.version })).toMatchObject({
      code: 409,
      data: { refusal: 'in-use' },
    })
    await stock('s1', '等着的')
    await untilQuiet(app)
    await app.ok('updateAlertChannel', { id, version: row!.version, name: row!.name, enabled: false })
    await stock('s2', '停用后的')
    await untilQuiet(app)
    await app.ok('updateAlertChannel', { id, version: row!.version + 1, name: row!.name, enabled: true })
    await pass(24 * 60)
    await due()
    expect(texts()).toEqual([])
  })
})
