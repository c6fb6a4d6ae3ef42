import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { takeApp } from './app-pool.ts'
import { enter, openSession, soon } from './browser.ts'
import type { Session } from './browser.ts'
import type { LeasedApp } from './leased-apps.ts'
import { reconWorld } from './recon-world.ts'
import { visit } from './visit.ts'

/** The page of analytics: figures, grouped by the dimension that a person chooses, and the orders behind a row. */
describe('a look at the business', () => {
  let app: LeasedApp
  let session: Session
  let page: Page
  const view = (): Locator => page.locator('[data-view]:visible')
  const choose = async (label: string, option: string): Promise<void> => {
    await view().getByLabel(label, { exact: true }).click()
    await page.locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: option }).click()
  }
  const total = (): Promise<string> => view().locator('.ant-table-summary td').nth(1).innerText()
  const tile = (name: string): Locator => view().getByLabel('合计', { exact: true }).getByRole('button', { name })

  beforeAll(async () => {
    app = await takeApp()
    session = await openSession(app.url)
    page = session.page
    await enter(page, app.url, 'admin', 'admin888')
    await reconWorld(app, page).unsourced(3)
  })
  afterAll(async () => {
    await session?.close()
    await app?.stop()
  })
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await session.failure(task.name)
  })

  it('has the same total by day, by shop and by product, and in its figures', async () => {
    await visit(page, '/analytics')
    const sale = async (): Promise<string> => (await total()).split('\n')[0]!
    await soon(sale).toMatch(/^¥[1-9]/)
    const byDay = await sale()
    expect(await tile('销售额').innerText()).toContain(byDay)
    for (const group of ['按店铺', '按商品']) {
      await choose('分组', group)
      await view()
        .locator('thead th')
        .first()
        .filter({ hasText: group.slice(1) })
        .waitFor()
      await soon(sale).toBe(byDay)
    }
    await session.picture('analytics')
  })

  it('draws the figure that is pressed, and leads from a row to its orders', async () => {
    await tile('件数').click()
    await soon(() => page.url()).toContain('figure=pieces')
    await view().getByRole('img', { name: '每日件数' }).waitFor()
    await view().locator('tbody tr.ant-table-row a').first().click()
    await page.waitForURL(/\/order\/list\?.*keyword=/)
    await soon(() => view().getByText(/#\d+/).count()).toBeGreaterThan(0)
  })

  it('keeps a weekly report, and reports that an empty period has no orders', async () => {
    await visit(page, '/analytics?group=store')
    await view().getByRole('button', { name: '每周报表' }).click()
    const dialog = page.getByRole('dialog').filter({ hasText: '每周报表' })
    await dialog.getByLabel('名称').fill('各店一周')
    await dialog.getByRole('button', { name: /添\s*加/ }).click()
    await session.reported('各店一周')
    await dialog.getByText('每周一 · 按店铺').waitFor()
    await page.keyboard.press('Escape')
    await visit(page, '/analytics?range=custom&from=2019-01-01&to=2019-12-31')
    await view().getByText('这段时间没有订单').waitFor()
    expect(session.complaints).toEqual([])
  })
})
