import type { Locator, Page } from 'playwright-core'
import type { App } from './app.ts'
import { login } from './browser.ts'
import type { Session } from './browser.ts'
import { control } from './control.ts'

/** Credentials from the two vendors: of a 1688 app, and of an app for each shop. */
export type Credentials = {
  alibaba: { gateway: string; appKey: string; appSecret: string }
  shops: { name: string; origin: string; clientId: string; clientSecret: string }[]
}

export const FIRST_PASSWORD = 'first-day-88'

export type ConnectGuide = ReturnType<typeof connectGuide>

/** The steps of 连接向导 (/system/connect) on an installation that is connected to nothing, as the installing person performs them. */
export function connectGuide(app: App, session: Session, vendors: Credentials) {
  const page = (): Page => session.page
  const press = (within: Locator, name: string | RegExp): Promise<void> => within.getByRole('button', { name }).click()
  const fill = async (drawer: Locator, fields: Readonly<Record<string, string>>): Promise<void> => {
    for (const [label, text] of Object.entries(fields)) await drawer.getByLabel(label, { exact: true }).fill(text)
  }
  const guide = {
    press,
    fill,
    /** the open step, by its name */
    step: (name: string): Locator => page().getByRole('region', { name, exact: true }),
    /** the step's entry in the list of all steps */
    state: (name: string): Locator =>
      page()
        .getByRole('navigation', { name: '连接步骤' })
        .getByRole('button', { name: new RegExp(`^${name}`) }),
    quirk: (name: string, value: unknown): Promise<unknown> => control(app, 'POST', 'quirks', { name, value }),

    /** Logs in with the password that the terminal shows, and changes it as required. Afterwards the guide is open. */
    async logInFirst(): Promise<void> {
      const { account, password } = app.first!
      await login(page(), account, password)
      await page().getByRole('heading', { name: '请先修改初始密码' }).waitFor()
      await fill(page().locator('section'), { 原密码: password, 新密码: FIRST_PASSWORD, 确认新密码: FIRST_PASSWORD })
      await page().getByRole('button', { name: '确定' }).click()
      await page().getByRole('heading', { name: '请先修改初始密码' }).waitFor({ state: 'detached' })
      await page().goto('/')
      await guide.step('创建1688应用').waitFor()
    },

    async typeAppKeys(): Promise<void> {
      await press(guide.step('创建1688应用'), '填写AppKey和AppSecret')
      const drawer = page().getByRole('dialog')
      const { gateway, appKey, appSecret } = vendors.alibaba
      await fill(drawer, { 名称: '采购主账号', 网关: gateway, AppKey: appKey, AppSecret: appSecret })
      await press(drawer, /保\s?存/)
      await guide.step('授权1688账号').getByText('还没有授权').waitFor()
    },

    async consent(): Promise<void> {
      await press(guide.step('授权1688账号'), '去1688授权')
      await page().locator('#authorize').click()
      await guide.step('授权1688账号').getByText('授权的1688登录名：huoqiao_demo:ops').waitFor()
      await guide.state('授权1688账号').getByText('已完成').waitFor()
    },

    /** Sets the address in the app and at 1688, which then sends a message to it. */
    async setPushAddress(): Promise<void> {
      await guide.state('接收1688消息').click()
      const push = guide.step('接收1688消息')
      await push.getByLabel('接收推送的对外地址').fill(app.url)
      await press(push, /保\s?存/)
      await session.reported('已保存“接收推送的对外地址”')
      await press(push, '检查地址')
      await push.getByText('地址通向这里').waitFor()
      const callbackUrl = await push.getByText(/\/webhooks\/1688\//).innerText()
      await control(app, 'POST', '1688/push', { appKey: vendors.alibaba.appKey, callbackUrl })
      await control(app, 'POST', '1688/messages', {
        type: 'PRODUCT_RELATION_VIEW_PRODUCT_CHANGE',
        data: { productIds: '1', memberId: 'b2b-1', action: 'modify', msgSendTime: '2026-11-26 10:00:00' },
      })
      await guide.state('接收1688消息').getByText('已完成').waitFor()
    },

    async typeShop(): Promise<void> {
      await press(guide.step('创建店铺应用'), '填写店铺地址和凭据')
      const drawer = page().getByRole('dialog')
      const { origin, clientId, clientSecret } = vendors.shops[0]!
      await fill(drawer, { 名称: '美国站', 地址: origin, 'Client ID': clientId, 'Client secret': clientSecret })
      await press(drawer, /保\s?存/)
      await guide.step('核对店铺权限').getByText('需要的权限都有了').waitFor()
    },

    /** Chooses location, channels and pricing rule; the pricing rule is created on the way. */
    async chooseSelling(): Promise<void> {
      const selling = guide.step('仓库、渠道和定价')
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
      await guide.state('仓库、渠道和定价').getByText('已完成').waitFor()
    },

    async registerWebhooks(): Promise<Locator> {
      await guide.state('接收店铺消息').click()
      const webhooks = guide.step('接收店铺消息')
      await press(webhooks, '现在登记并拉取订单')
      await webhooks.getByText(/\d+ 个/).waitFor()
      return webhooks
    },
  }
  return guide
}
