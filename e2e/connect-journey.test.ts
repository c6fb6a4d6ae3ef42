import type { Locator } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startApp } from './app.ts'
import type { App } from './app.ts'
import { openSession, soon } from './browser.ts'
import type { Session } from './browser.ts'
import { connectGuide } from './connect-guide.ts'
import type { ConnectGuide, Credentials } from './connect-guide.ts'
import { control } from './control.ts'
import { buyInShop } from './shopper.ts'

/** An installation that is connected to nothing; the simulator acts as both vendors. The installing person follows the guide. */
describe('from an empty installation to both connections', () => {
  let app: App
  let session: Session
  let guide: ConnectGuide

  beforeAll(async () => {
    app = await startApp({ empty: true, log: 'error' })
    session = await openSession(app.url)
    guide = connectGuide(app, session, await control<Credentials>(app, 'GET', 'credentials'))
    // As at 1688: only the registered domain is accepted.
    await guide.quirk('1688.redirectHost', new URL(app.url).host)
  })
  afterAll(async () => {
    await session?.close()
    await app?.stop()
  })
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await session.failure(task.name)
  })

  const page = () => session.page
  const step = (name: string): Locator => guide.step(name)
  const state = (name: string): Locator => guide.state(name)

  it('the first login opens the guide by itself, at the first step', async () => {
    await guide.logInFirst()
    expect(new URL(page().url()).pathname).toBe('/system/connect')
    await step('创建1688应用').getByText(`${app.url}/oauth/1688/callback`).waitFor()
    await session.picture('connect-app')
  })

  it('takes the keys of the 1688 app', () => guide.typeAppKeys())

  it('shows a refused consent in words, and lets it be started again', async () => {
    await guide.press(step('授权1688账号'), '去1688授权')
    await page().locator('#refuse').click()
    await step('授权1688账号').getByText('在1688的授权页上点了拒绝').waitFor()
    expect(new URL(page().url()).searchParams.get('consent')).toBeNull()
  })

  it('a consent brings the tokens, and the browser back to the guide', async () => {
    await guide.consent()
    await session.picture('connect-consent')
  })

  it('names a missing permission, and what still works without it', async () => {
    await guide.quirk('1688.deniedApis', 'product.search.keywordQuery')
    await state('开通接口权限').click()
    await guide.press(step('开通接口权限'), '检查权限')
    const search = page().locator('[data-permission=search]')
    await search.getByText('没有它时：粘贴商品链接').waitFor()
    await session.picture('connect-permissions')
    await page().goto('/shop/product/1688')
    await page().getByLabel('搜索1688货源').fill('宠物')
    await page().getByRole('button', { name: '搜索' }).click()
    await page().getByText('1688应用没有开通“商品搜索”权限').first().waitFor()
    await page().getByRole('link', { name: '用采集插件采集' }).click()
    await step('采集插件').waitFor()
    await session.picture('connect-collector')
    await guide.quirk('1688.deniedApis', '')
    await state('开通接口权限').click()
    await guide.press(step('开通接口权限'), '检查权限')
    await state('开通接口权限').getByText('已完成').waitFor()
  })

  it('the address for messages is set and checked, and 1688 reaches it', async () => {
    await guide.setPushAddress()
    await session.picture('connect-push')
  })

  it('takes the app of the shop, and compares its scopes', async () => {
    await state('创建店铺应用').click()
    await step('创建店铺应用').getByText('write_products,write_inventory').waitFor()
    await session.picture('connect-shop')
    await guide.typeShop()
    await session.picture('connect-scopes')
  })

  it('chooses what selling needs', async () => {
    await guide.press(step('核对店铺权限'), '下一步')
    await guide.chooseSelling()
    await state('仓库、渠道和定价').click()
    const selling = step('仓库、渠道和定价')
    await selling.getByText('美元定价').waitFor()
    await session.picture('connect-selling')
    await guide.press(selling, '下一步')
  })

  it('an order of the shop arrives as a message, and the guide shows what works', async () => {
    const webhooks = await guide.registerWebhooks()
    await buyInShop(page(), app, 'Enamel Camp Mug')
    await state('接收店铺消息').getByText('已完成').waitFor()
    await session.picture('connect-webhooks')
    await guide.press(webhooks, '下一步')
    const check = (key: string): Locator => page().locator(`[data-check=${key}]`)
    await soon(() => check('orders').getAttribute('data-hue')).toBe('done')
    for (const key of ['search', 'messages-1688', 'messages-shop'])
      expect(await check(key).getAttribute('data-hue')).toBe('done')
    for (const key of ['claim', 'sync', 'place', 'pay'])
      expect(await check(key).getAttribute('data-hue')).toBe('moving')
    await session.picture('connect-result')
  })

  it('opens by itself only once, and resumes at the step where the person left', async () => {
    await page().goto('/')
    await page().getByText('三步，把货源变成店铺里的商品').waitFor()
    await page().goto('/system/connect')
    await step('现在能用什么').waitFor()
  })
})
