import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { ADMIN, openSpec, openTabs, soon } from './spec.ts'
import { visit } from './visit.ts'

/** More pages than any row shows, in the order in which they are opened. */
const PLACES = [
  '/workbench',
  '/analytics',
  '/shop/product/1688',
  '/shop/product/collect',
  '/shop/product/list',
  '/shop/product/radar',
  '/shop/product/tasks',
  '/shop/product/translations',
  '/order/list',
  '/order/ship',
  '/order/returns',
  '/purchase/list',
  '/purchase/approvals',
  '/purchase/payments',
  '/purchase/ledger',
  '/purchase/reconciliation',
  '/purchase/spare',
  '/purchase/supplier',
  '/purchase/address',
  '/system/inbox',
  '/system/alerts',
  '/system/account',
  '/system/role',
  '/system/dictionaries',
]

const spec = openSpec(ADMIN)

/** The titles in the row of tabs, without those in the opened list, which is in the same navigation. */
const rowTitles = (page: Page): Promise<string[]> =>
  openTabs(page).getByRole('list').first().getByRole('link').allTextContents()

/** Specification, sections 2 and 4: a tab closes when somebody closes it. There is no maximum number of tabs, and none closes by itself. */
it('twenty-five open pages stay open, and those that the row has no room for are found in a list', async () => {
  const page = spec.page()
  for (const place of PLACES) {
    await visit(page, place)
    await openTabs(page).locator(`a[href="${place}"]`).waitFor()
  }
  await soon(async () => (await rowTitles(page)).length).toBe(PLACES.length + 1)
  const titles = await rowTitles(page)
  expect([titles[0], titles.at(-1)]).toEqual(['首页', '数据字典'])

  for (const width of [1024, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const opener = openTabs(page).getByRole('button', { name: '全部 25 页' })
    await opener.waitFor()
    // The button keeps its place beside the tabs, and the current tab is in sight.
    const [row, place, current] = await Promise.all(
      [openTabs(page), opener, openTabs(page).locator('[aria-current=page]')].map((one: Locator) => one.boundingBox()),
    )
    expect(place!.x + place!.width).toBeLessThanOrEqual(row!.x + row!.width)
    expect(current!.x).toBeGreaterThanOrEqual(row!.x)
    expect(current!.x + current!.width).toBeLessThanOrEqual(place!.x)
    await opener.click()
    const list = page.getByRole('dialog', { name: '全部打开的页面' })
    await list.getByRole('searchbox').waitFor()
    expect(await list.getByRole('link').allTextContents()).toEqual(titles)
    const box = (await list.boundingBox())!
    expect([box.x >= 0, box.x + box.width <= width, box.y + box.height <= 900]).toEqual([true, true, true])
    await spec.session().picture(`many-tabs-${width}`)
    await page.keyboard.press('Escape')
    await list.waitFor({ state: 'hidden' })
  }

  // After a reload too.
  await page.reload()
  await soon(() => rowTitles(page)).toEqual(titles)

  await openTabs(page).getByRole('button', { name: '全部 25 页' }).click()
  const list = page.getByRole('dialog', { name: '全部打开的页面' })
  await list.getByRole('searchbox').fill('供应商')
  expect(await list.getByRole('link').allTextContents()).toEqual(['供应商'])
  await list.getByRole('searchbox').press('Enter')
  await page.waitForURL('**/purchase/supplier')
  await list.waitFor({ state: 'hidden' })

  await openTabs(page).getByRole('button', { name: '全部 25 页' }).click()
  await list.getByRole('button', { name: '关闭 采集箱' }).click()
  await soon(() => rowTitles(page)).toEqual(titles.filter((title) => title !== '采集箱'))
  await list.getByRole('button', { name: '关闭其他' }).click()
  await soon(() => rowTitles(page)).toEqual(['首页', '供应商'])
  expect(await openTabs(page).getByRole('button', { name: /^全部/ }).count()).toBe(0)
})
