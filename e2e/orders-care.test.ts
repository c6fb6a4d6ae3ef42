import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { enter, openSession } from './browser.ts'
import type { Session } from './browser.ts'
import type { LeasedApp } from './leased-apps.ts'
import { takeApp } from './app-pool.ts'
import { visit } from './visit.ts'
import { control } from './control.ts'

/** Reading a shopper's data needs a reason; exports are recorded; a shop that uninstalled the app is shown, and returns. */
describe('personal data and uninstalled shops', () => {
  let app: LeasedApp
  let session: Session
  let clerk: Session
  let number: string

  beforeAll(async () => {
    app = await takeApp()
    session = await openSession(app.url)
    clerk = await openSession(app.url)
    await enter(session.page, app.url, 'admin', 'admin888')
    await enter(clerk.page, app.url, 'clerk', 'clerk888')
    const { variants } = await control<{
      variants: { variantId: string }[]
    }>(app, 'GET', 'shopify/bridge-us/variants')
    const { order } = await control<{ order: { number: number } }>(app, 'POST', 'shopify/bridge-us/orders', {
      force: true,
      lines: [{ variantId: variants[0]!.variantId, quantity: 2 }],
      customer: { firstName: 'Ines', lastName: 'Marsh', email: 'ines@example.com', phone: '+1 555 987 1234' },
      shippingAddress: {
        firstName: 'Ines',
        lastName: 'Marsh',
        address1: '9 Side Street',
        city: 'Austin',
        country: 'United States',
        countryCode: 'US',
        zip: '73301',
      },
    })
    number = `#${order.number}`
  })
  afterAll(async () => {
    await clerk?.close()
    await session?.close()
    await app?.stop()
  })
  afterEach(async ({ task }) => {
    if (task.result?.state !== 'fail') return
    await session.failure(task.name)
    await clerk.failure(`${task.name} clerk`)
  })

  async function openOrder(page: Page): Promise<ReturnType<Page['getByRole']>> {
    await visit(page, '/order/list')
    await page.locator('[data-view]:visible').getByRole('button', { name: number, exact: true }).click()
    return page.getByRole('region', { name: '客户与地址' })
  }

  it('show a clerk the customer masked, unmasked for a reason, and masked again afterwards', async () => {
    const { page } = clerk
    const person = await openOrder(page)
    await person.getByText('I***h').waitFor()
    expect(await person.innerText()).not.toContain('Side Street')
    await person.getByRole('button', { name: '查看' }).click()
    const dialog = page.getByRole('dialog', { name: '查看客户信息' })
    await dialog.getByLabel('查看原因').fill('核对收货地址')
    await clerk.picture('order-reveal-reason')
    await dialog.getByRole('button', { name: '查看', exact: true }).click()
    await person.getByText('9 Side Street').waitFor()
    await person.getByText('已记入操作日志').waitFor()
    await page.getByText('查看客户信息：核对收货地址').waitFor()
    await clerk.picture('order-revealed')
    await page.reload()
    await page.getByRole('region', { name: '客户与地址' }).getByText('I***h').waitFor()
    expect(await page.content()).not.toContain('9 Side Street')
    await visit(session.page, '/platform/system/log')
    await session.page.getByText('查看打码的客户信息').first().waitFor()
  })

  it('remember which columns a person excluded from an export', async () => {
    const { page } = session
    await visit(page, '/order/list')
    const open = async () => {
      await page.locator('[data-view]:visible').getByRole('button', { name: /导出/ }).first().click()
      return page.getByRole('dialog', { name: '导出订单SKU信息' })
    }
    const first = await open()
    await first.getByRole('checkbox', { name: '图片' }).uncheck()
    await first.getByRole('checkbox', { name: '货源链接' }).uncheck()
    await session.picture('order-export')
    await first.getByRole('button', { name: '开始导出' }).click()
    await first.getByText(/\.xlsx$/).waitFor()
    await first.getByRole('button', { name: '关闭' }).last().click()
    await page.reload()
    const again = await open()
    expect(await again.getByRole('checkbox', { name: '图片' }).isChecked()).toBe(false)
    expect(await again.getByRole('checkbox', { name: '销售额（元，不含税和关税）' }).isChecked()).toBe(true)
    await again.getByRole('button', { name: '取消' }).click()
  })

  it('show a shop that uninstalled the app as 已卸载 with what to do, and continue when it is back', async () => {
    const { page } = session
    const hooks = async () =>
      (await control<{ webhooks: { id: string }[] }>(app, 'GET', 'shopify/bridge-us/webhooks')).webhooks
    // The app registers its webhooks within the first minute; the shop sends messages only to subscribers.
    while ((await hooks()).length === 0) await sleep(500)
    await control(app, 'POST', 'shopify/bridge-us/app', { action: 'uninstall' })
    await visit(page, '/system/systemconfig')
    const card = page.getByRole('article').filter({ hasText: '店铺卸载了应用，同步、拉单和回传都已停止' })
    for (;;) {
      await page.getByRole('button', { name: '检查连接' }).first().waitFor()
      if ((await card.count()) > 0) break
      await sleep(500)
      await visit(page, '/system/systemconfig')
    }
    await card.getByText('已卸载').waitFor()
    await session.picture('store-uninstalled')
    await card.getByRole('button', { name: '检查连接' }).click()
    await page.getByText('：连接正常').first().waitFor()
    await page.getByText('已卸载', { exact: true }).waitFor({ state: 'detached' })
    expect(session.complaints).toEqual([])
  })
})
