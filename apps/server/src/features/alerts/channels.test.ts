import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { untilQuiet } from '../../../test/quiet.ts'
import { startAlertBench } from './alerts.testing.ts'
import { DINGTALK_SECRET, DINGTALK_TOKEN, openReceivers, WEBHOOK_SECRET, WECOM_KEY } from './receivers.testing.ts'

let bench: Awaited<ReturnType<typeof startAlertBench>>
beforeAll(async () => {
  bench = await startAlertBench()
})
afterAll(() => bench?.close())

describe('a channel', () => {
  it('can be tested, and the answer of the receiver is shown', async () => {
    const { id } = await bench.channel('feishu')
    bench.receivers.received.length = 0
    expect(await bench.app.ok('sendTestAlert', { id })).toMatchObject({
      state: 'sent',
      isTest: true,
      answer: expect.stringContaining('"code":0') as unknown,
    })
    expect(bench.texts()).toEqual([expect.stringContaining('测试告警')])
    const wrong = await bench.channel('wecom', { secretAddress: `${bench.addresses.wecom}x` })
    expect(await bench.app.call('sendTestAlert', { id: wrong.id })).toMatchObject({
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
    const gone = await bench.channel('webhook', { secretAddress: `${closed.origin}/hook` })
    expect(await bench.app.call('sendTestAlert', { id: gone.id })).toMatchObject({
      data: { why: expect.stringContaining('拒绝连接') as unknown },
    })
    expect(await bench.messages({ channelId: gone.id })).toMatchObject([{ state: 'failed', isTest: true }])
  })

  it('never returns or logs its address, secret or password', async () => {
    const { id, version, name } = await bench.channel('dingtalk')
    await bench.app.ok('updateAlertChannel', {
      id,
      version,
      name,
      secretAddress: bench.addresses.dingtalk,
      signingSecret: DINGTALK_SECRET,
    })
    await bench.app.call('updateAlertChannel', { id, version, name, secretAddress: bench.addresses.dingtalk })
    const shown = JSON.stringify([
      await bench.app.ok('queryAlertChannels'),
      await bench.app.ok('findOperationLog', { kind: 'alert-channel' }),
      await bench.messages(),
    ])
    for (const secret of [DINGTALK_TOKEN, DINGTALK_SECRET, WECOM_KEY, WEBHOOK_SECRET])
      expect(shown).not.toContain(secret)
    const { rows } = await bench.app.db.pool.query<{ row: string }>(
      'select alert_channel::text as row from alert_channel',
    )
    for (const { row } of rows) expect(row).not.toContain(DINGTALK_TOKEN)
  })

  it('loses its signing secret when a person removes it, except a webhook’s', async () => {
    const { id, version, name } = await bench.channel('feishu')
    const plain = { id, version, name, removeSecret: true }
    expect(await bench.app.ok('updateAlertChannel', plain)).toMatchObject({ hasSecret: false })
    // The robot here still demands a signature, which is no longer sent.
    expect(await bench.app.call('sendTestAlert', { id })).toMatchObject({
      data: { exchange: { response: expect.stringContaining('19021') as unknown } },
    })
    const { list } = await bench.app.ok('findOperationLog', { kind: 'alert-channel', objectId: id })
    expect(list.flatMap(({ changes }) => changes)).toContainEqual({
      field: 'signingSecret',
      before: '***',
      after: null,
    })
    const moved = await bench.channel('dingtalk')
    expect(
      await bench.app.ok('updateAlertChannel', {
        id: moved.id,
        version: moved.version,
        name: moved.name,
        secretAddress: `${bench.addresses.dingtalk}2`,
        removeSecret: true,
      }),
    ).toMatchObject({ hasSecret: false })
    const hook = await bench.channel('webhook')
    expect(
      await bench.app.call('updateAlertChannel', { ...plain, id: hook.id, version: hook.version, name: hook.name }),
    ).toMatchObject({ code: 422, data: { fields: { removeSecret: expect.stringContaining('一定要有') as unknown } } })
  })

  it('refused for one field is told with the field’s label, not its name in the program', async () => {
    const refused = await bench.app.call('addAlertChannel', {
      name: '没有密钥',
      kind: 'webhook',
      secretAddress: bench.addresses.webhook,
    })
    expect(refused).toMatchObject({
      code: 422,
      msg: expect.stringMatching(/（签名密钥）$/) as unknown,
      data: {
        fields: { signingSecret: expect.anything() as unknown },
        labels: { signingSecret: '签名密钥' },
      },
    })
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
      await bench.app.call('addAlertChannel', { name: '错的', kind, secretAddress, signingSecret: 'x'.repeat(16) }),
    ).toMatchObject({
      code: 422,
      data: { fields: { secretAddress: expect.stringContaining(words) as unknown } },
    })
  })

  it('in use by a rule can’t be deleted, and when it is switched off nothing that waits is sent', async () => {
    const { id } = await bench.channel('wecom')
    await bench.onlyRule([id], { quietFrom: '00:00', quietUntil: '23:59', urgentAlways: false })
    const [row] = (await bench.app.ok('queryAlertChannels')).filter((one) => one.id === id)
    expect(await bench.app.call('deleteAlertChannel', { id, version: row!.version })).toMatchObject({
      code: 409,
      data: { refusal: 'in-use' },
    })
    await bench.stock('s1', '等着的')
    await untilQuiet(bench.app)
    await bench.app.ok('updateAlertChannel', { id, version: row!.version, name: row!.name, enabled: false })
    await bench.stock('s2', '停用后的')
    await untilQuiet(bench.app)
    await bench.app.ok('updateAlertChannel', { id, version: row!.version + 1, name: row!.name, enabled: true })
    await bench.pass(24 * 60)
    await bench.due()
    expect(bench.texts()).toEqual([])
  })
})
