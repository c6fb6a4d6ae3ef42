import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ADMIN, openSpec, soon, toasts } from './spec.ts'
import { visit } from './visit.ts'

const KEY = 'robot-key-1'

/** A WeCom robot as developer.work.weixin.qq.com/document/path/91770 describes it: a refusal is HTTP 200 too. */
describe('alerts to a group robot', () => {
  const { page, session, ask } = openSpec(ADMIN)
  let robot: Server
  let origin: string
  const received: string[] = []
  const answer = async (address: string, raw: string): Promise<string> => {
    if (new URL(address, 'http://robot').searchParams.get('key') !== KEY)
      return '{"errcode":93000,"errmsg":"invalid webhook url"}'
    received.push((JSON.parse(raw) as { text: { content: string } }).text.content)
    return '{"errcode":0,"errmsg":"ok"}'
  }
  beforeAll(async () => {
    robot = createServer((request, response) => {
      void text(request)
        .then((raw) => answer(request.url ?? '', raw))
        .then((body) => response.end(body))
    })
    await new Promise<void>((resolve) => robot.listen(0, '127.0.0.1', resolve))
    origin = `http://127.0.0.1:${(robot.address() as AddressInfo).port}`
  })
  afterAll(async () => {
    // Other files use the same installation.
    type Rows = { id: string; version: number; name: string }[]
    for (const kind of ['Rule', 'Channel'] as const)
      for (const { id, version, name } of await ask<Rows>('GET', `/admin/alert/queryAlert${kind}s`))
        if (name.startsWith('夜班')) await ask('POST', `/admin/alert/deleteAlert${kind}`, { id, version })
    robot.closeAllConnections()
    robot.close()
  })
  const view = () => page().locator('[data-view="alerts"]:visible')
  const drawer = () => page().getByRole('dialog').last()
  const save = () => drawer().getByRole('button', { name: /^保\s*存$/ })

  it('begin with a valid address: any other is refused in words with the next step', async () => {
    await visit(page(), '/system/alerts')
    await view().getByRole('button', { name: '新增告警渠道' }).first().click()
    await drawer().getByLabel('渠道名称').fill('夜班群')
    await drawer().getByLabel('Webhook 地址').fill('https://oapi.dingtalk.com/robot/send?access_token=x')
    await save().click()
    await drawer().getByText('这是钉钉群机器人的地址').first().waitFor()
    await drawer().getByLabel('Webhook 地址').fill(`${origin}/cgi-bin/webhook/send?key=wrong`)
    await save().click()
    await drawer().waitFor({ state: 'detached' })
  })

  it('are tested with a button that says what the robot answered', async () => {
    const card = view().getByRole('article').filter({ hasText: '夜班群' })
    await card.getByRole('button', { name: '发送测试' }).click()
    await view().getByText('地址里的 key 无效，或机器人已被移出群').first().waitFor()
    await session().picture('alert-refused')
    await card.getByRole('button', { name: '编辑' }).click()
    await drawer().getByLabel('Webhook 地址').fill(`${origin}/cgi-bin/webhook/send?key=${KEY}`)
    await save().click()
    await drawer().waitFor({ state: 'detached' })
    await card.getByRole('button', { name: '发送测试' }).click()
    await soon(async () => (await toasts(page())).join()).toContain('"errcode":0')
    expect(received).toEqual([expect.stringContaining('【货桥】测试告警')])
  })

  it('are sent by a rule, and each is listed with its outcome', async () => {
    await view().getByRole('radiogroup', { name: '告警的内容' }).getByText('规则', { exact: true }).click()
    await view().getByRole('button', { name: '新增告警规则' }).first().click()
    await drawer().getByLabel('规则名称').fill('夜班规则')
    await drawer().getByLabel('发到哪些渠道').click()
    await page().getByTitle('夜班群').last().click()
    await page().keyboard.press('Escape')
    await drawer().getByLabel('静默开始').fill('22:00')
    await save().click()
    await drawer().getByText('静默时段要有开始和结束').first().waitFor()
    await drawer().getByLabel('静默开始').fill('')
    await save().click()
    await drawer().waitFor({ state: 'detached' })
    await view().getByText('第一条马上发，之后 5 分钟内的合成一条').waitFor()
    await session().picture('alert-rule')

    await view().getByRole('radiogroup', { name: '告警的内容' }).getByText('发送记录', { exact: true }).click()
    await view().getByRole('tab', { name: '没有发出' }).click()
    await view().getByRole('row').filter({ hasText: '夜班群' }).getByText('测试').first().waitFor()
    await view().getByRole('tab', { name: '已发送' }).click()
    // The rows of the former tab stay until those of this one have come.
    await view()
      .getByRole('row')
      .filter({ hasText: '已发送' })
      .getByRole('button', { name: /^测试告警/ })
      .first()
      .click()
    await drawer().getByText('{"errcode":0,"errmsg":"ok"}').waitFor()
    await session().picture('alert-messages')
  })
})
