import type { Locator } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startApp } from './app.ts'
import type { App } from './app.ts'
import { login, openSession, soon } from './browser.ts'
import type { Session } from './browser.ts'
import { control } from './control.ts'
import { buyInShop } from './shopper.ts'

type Credentials = {
  alibaba: { gateway: string; appKey: string; appSecret: string }
  shops: { name: string; origin: string; clientId: string; clientSecret: string }[]
}

const PASSWORD = 'first-day-88'

/** An installation that is connected to nothing, and the simulator as if it were the two vendors: whoever installs it goes through the guide. */
describe('from an empty installation to both connections', () => {
  let app: App
  let session: Session
  let vendors: Credentials

  beforeAll(async () => {
    app = await startApp({ empty: true, log: 'error' })
    session = await openSession(app.url)
    vendors = await control<Credentials>(app, 'GET', 'credentials')
    // As at 1688: only the registered domain is accepted.
    await quirk('1688.redirectHost', new URL(app.url).host)
  })
  afterAll(async () => {
    await session?.close()
    await app?.stop()
  })
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await session.failure(task.name)
  })

  const quirk = (name: string, value: unknown): Promise<unknown> => control(app, 'POST', 'quirks', { name, value })
  const page = () => session.page
  const step = (name: string): Locator => page().getByRole('region', { name, exact: true })
  const state = (name: string): Locator =>
    page()
      .getByRole('navigation', { name: '连接步骤' })
      .getByRole('button', { name: new RegExp(`^${name}`) })
  const press = (within: Locator, name: string | RegExp): Promise<void> => within.getByRole('button', { name }).click()
  const fill = async (drawer: Locator, fields: Readonly<Record<string, string>>): Promise<void> => {
    for (const [label, text] of Object.entries(fields)) await drawer.getByLabel(label, { exact: true }).fill(text)
  }

  it('the first login opens the guide by itself, at the first step', async () => {
    const { account, password } = app.first!
    await login(page(), account, password)
    await page().getByRole('heading', { name: '请先修改初始密码' }).waitFor()
    for (const [label, text] of Object.entries({ 原密码: password, 新密码: PASSWORD, 确认新密码: PASSWORD }))
      await page().locator('section').getByLabel(label, { exact: true }).fill(text)
    await page().getByRole('button', { name: '确定' }).click()
    await page().getByRole('heading', { name: '请先修改初始密码' }).waitFor({ state: 'detached' })
    await page().goto('/')
    await step('创建1688应用').waitFor()
    expect(new URL(page().url()).pathname).toBe('/system/connect')
    await step('创建1688应用').getByText(`${app.url}/oauth/1688/callback`).waitFor()
    await session.picture('connect-app')
  })

  it('takes the keys of the 1688 app', async () => {
    await press(step('创建1688应用'), '填写AppKey和AppSecret')
    const drawer = page().getByRole('dialog')
    const { gateway, appKey, appSecret } = vendors.alibaba
    await fill(drawer, { 名称: '采购主账号', 网关: gateway, AppKey: appKey, AppSecret: appSecret })
    await press(drawer, /保\s?存/)
    await step('授权1688账号').getByText('还没有授权').waitFor()
  })

  it('a refused consent is told in words, and can be begun again', async () => {
    await press(step('授权1688账号'), '去1688授权')
    await page().locator('#refuse').click()
    await step('授权1688账号').getByText('在1688的授权页上点了拒绝').waitFor()
    expect(new URL(page().url()).searchParams.get('consent')).toBeNull()
  })

  it('a consent brings the tokens, and the browser back to the guide', async () => {
    await press(step('授权1688账号'), '去1688授权')
    await page().locator('#authorize').click()
    await step('授权1688账号').getByText('授权的1688登录名：huoqiao_demo:ops').waitFor()
    await state('授权1688账号').getByText('已完成').waitFor()
    await session.picture('connect-consent')
  })

  it('a missing permission is named with what is left without it', async () => {
    await quirk('1688.deniedApis', 'product.search.keywordQuery')
    await state('开通接口权限').click()
    await press(step('开通接口权限'), '检查权限')
    const search = page().locator('[data-permission=search]')
    await search.getByText('没有它时：粘贴商品链接').waitFor()
    await session.picture('connect-permissions')
    await page().goto('/shop/product/1688')
    await page().getByLabel('搜索1688货源').fill('宠物')
    await page().getByRole('button', { name: '搜索' }).click()
    await page().getByText('1688应用没有开通“商品搜索”权限').first().waitFor()
    await page().getByRole('link', { name: '用采集插件采集' }).click()
    await step('采集插件').waitFor()
    await quirk('1688.deniedApis', '')
    await state('开通接口权限').click()
    await press(step('开通接口权限'), '检查权限')
    await state('开通接口权限').getByText('已完成').waitFor()
  })

  it('the address for messages is set and checked, and 1688 reaches it', async () => {
    await state('接收1688消息').click()
    const push = step('接收1688消息')
    await push.getByLabel('接收推送的对外地址').fill(app.url)
    await press(push, /保\s?存/)
    await session.reported('已保存“接收推送的对外地址”')
    await press(push, '检查地址')
    await push.getByText('地址通向这里').waitFor()
    const address = await push.getByText(/\/webhooks\/1688\//).innerText()
    await control(app, 'POST', '1688/push', { appKey: vendors.alibaba.appKey, callbackUrl: address })
    await control(app, 'POST', '1688/messages', {
      type: 'PRODUCT_RELATION_VIEW_PRODUCT_CHANGE',
      data: { productIds: '1', memberId: 'b2b-1', action: 'modify', msgSendTime: '2026-11-26 10:00:00' },
    })
    await state('接收1688消息').getByText('已完成').waitFor()
    await session.picture('connect-push')
  })

  it('takes the app of the shop, and compares its scopes', async () => {
    await state('创建店铺应用').click()
    const shop = step('创建店铺应用')
    await shop.getByText('write_products,write_inventory').waitFor()
    await session.picture('connect-shop')
    await press(shop, '填写店铺地址和凭据')
    const drawer = page().getByRole('dialog')
    const { origin, clientId, clientSecret } = vendors.shops[0]!
    await fill(drawer, { 名称: '美国站', 地址: origin, 'Client ID': clientId, 'Client secret': clientSecret })
    await press(drawer, /保\s?存/)
    await step('核对店铺权限').getByText('需要的权限都有了').waitFor()
    await session.picture('connect-scopes')
  })

  it('chooses what selling needs', async () => {
    await press(step('核对店铺权限'), '下一步')
    const selling = step('仓库、渠道和定价')
    await selling.getByText('还没有 USD 的定价规则').waitFor()
    await selling.getByRole('link', { name: '先去建一条' }).click()
    await page().getByRole('button', { name: '新增规则' }).first().click()
    const rule = page().getByRole('dialog')
    await rule.getByLabel('名称', { exact: true }).fill('美元定价')
    await rule.getByPlaceholder('7.10').fill('7.10')
    await rule.getByPlaceholder('2.5').fill('2.5')
    await press(rule, /保\s?存/)
    await rule.waitFor({ state: 'detached' })
    await page().goto('/system/connect')
    await press(selling, '选择仓库、渠道和定价规则')
    const drawer = page().getByRole('dialog')
    await drawer.getByLabel('定价规则').click()
    await page()
      .getByTitle(/美元定价/)
      .first()
      .click()
    await press(drawer, /保\s?存/)
    await state('仓库、渠道和定价').getByText('已完成').waitFor()
  })

  it('an order of the shop arrives as a message, and the guide shows what works', async () => {
    await state('接收店铺消息').click()
    const webhooks = step('接收店铺消息')
    await press(webhooks, '现在登记并拉取订单')
    await webhooks.getByText(/\d+ 个/).waitFor()
    await buyInShop(page(), app, 'Enamel Camp Mug')
    await state('接收店铺消息').getByText('已完成').waitFor()
    await press(webhooks, '下一步')
    const check = (key: string): Locator => page().locator(`[data-check=${key}]`)
    await soon(() => check('orders').getAttribute('data-hue')).toBe('done')
    for (const key of ['search', 'messages-1688', 'messages-shop'])
      expect(await check(key).getAttribute('data-hue')).toBe('done')
    for (const key of ['claim', 'sync', 'place', 'pay'])
      expect(await check(key).getAttribute('data-hue')).toBe('moving')
    await session.picture('connect-result')
  })

  it('the guide opens by itself only once, and goes on where one was', async () => {
    await page().goto('/')
    await page().getByText('三步，把货源变成店铺里的商品').waitFor()
    await page().goto('/system/connect')
    await step('现在能用什么').waitFor()
  })
})
