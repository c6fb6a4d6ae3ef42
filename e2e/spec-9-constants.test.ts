import { describe, expect, it } from 'vitest'
import { ADMIN, openSpec, soon, stopClock, toasts } from './spec.ts'

const DAY = 86_400_000
/** YYYY-MM-DD HH:mm:ss in China. */
const china = (instant: number): string =>
  new Date(instant + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')

describe('specification, section 9: business constants and limits', () => {
  const spec = openSpec(ADMIN)

  it('"Toast default duration 3000 ms; … stack gap 16 px"', async () => {
    const page = spec.page()
    await page.goto('/')
    await page.getByLabel(/^账号 /).click()
    const popover = page.getByRole('dialog', { name: '账号' })
    await popover.getByRole('button', { name: '修改密码' }).click()
    await stopClock(page)
    await popover.getByRole('button', { name: '确定' }).click()
    await popover.getByLabel('原密码', { exact: true }).fill('a')
    await popover.getByRole('button', { name: '确定' }).click()
    await soon(() => toasts(page)).toHaveLength(2)
    const gap = async (): Promise<number> => {
      const boxes = await Promise.all((await page.locator('[data-kind]').all()).map((one) => one.boundingBox()))
      return Math.round(boxes[1]!.y - boxes[0]!.y - boxes[0]!.height)
    }
    await soon(gap).toBe(16)
    await page.clock.runFor(2_800)
    await soon(() => toasts(page)).toHaveLength(2)
    await page.clock.runFor(400)
    await soon(() => toasts(page)).toEqual([])
    await page.clock.resume()
  })

  it('"Page size options 24, 48, 96, 192"; "Pagination layout: total, prev, pager, next, sizes"', async () => {
    const page = spec.page()
    const base = '/api/alibaba/product'
    const offers = (await spec.call('GET', `${base}/keywordQuery`, { keyword: '灯' })).data as {
      list: { offerId: string }[]
    }
    const stores = (await spec.call('GET', '/api/shopify/store/getAllShopifyStores')).data as { id: string }[]
    await spec.call('POST', `${base}/claimProducts?origin=1688`, {
      lines: [offers.list[0]!.offerId],
      storeIds: [stores[0]!.id],
    })
    // A job creates the product; a list without rows has no pager.
    const products = async (): Promise<object[]> =>
      ((await spec.call('GET', `${base}/getProductsByCondition`)).data as { list: object[] }).list
    await soon(async () => (await products()).length).toBeGreaterThan(0)
    await page.goto('/shop/product/list')
    const pager = page.getByRole('navigation', { name: '分页' })
    await pager.waitFor()
    const parts = await pager
      .locator('.ant-pagination > li')
      .evaluateAll((items) => items.map((item) => item.className))
    const order = ['total-text', 'prev', 'item', 'next', 'options'].map((name) =>
      parts.findIndex((part) => part.includes(`ant-pagination-${name}`)),
    )
    expect(order).toEqual([...order].sort((a, b) => a - b))
    expect(Math.min(...order)).toBe(0)
    await pager.locator('.ant-select').click()
    const sizes = page.locator('.ant-select-dropdown:visible .ant-select-item-option')
    await soon(() => sizes.allTextContents()).toEqual(['24 条/页', '48 条/页', '96 条/页', '192 条/页'])
    await page.keyboard.press('Escape')
  })

  it('"The table default page size is 10"; "Role list page size 100"', async () => {
    const page = spec.page()
    const accounts = page.waitForRequest(/pagingQuery/)
    await page.goto('/system/account')
    expect(new URL((await accounts).url()).searchParams.get('pageSize')).toBe('10')
    const roles = page.waitForRequest(/queryRoles/)
    await page.goto('/system/role')
    expect(new URL((await roles).url()).searchParams.get('pageSize')).toBe('100')
  })

  it('"Debounce delay 500 ms": a search is sent once, half a second after the last key', async () => {
    const page = spec.page()
    await page.goto('/system/dictionaries')
    await page.getByText('搁置原因').first().waitFor()
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('queryDictionaries?'))
        asked.push(new URL(request.url()).searchParams.get('keyword') ?? '')
    })
    await stopClock(page)
    const field = page.getByLabel('编码或名称')
    await field.pressSequentially('carr')
    await page.clock.runFor(450)
    expect(asked).toEqual([])
    await field.pressSequentially('i')
    await page.clock.runFor(450)
    expect(asked).toEqual([])
    await page.clock.runFor(100)
    await soon(() => asked).toEqual(['carri'])
    await page.clock.resume()
  })

  it('"UI size is mini"', async () => {
    const page = spec.page()
    await page.goto('/system/role')
    const button = page.getByRole('button', { name: '新增角色' })
    await button.waitFor()
    expect(
      await button.evaluate((element) => [element.className.includes('ant-btn-sm'), element.clientHeight <= 24]),
    ).toEqual([true, true])
    expect(await page.locator('body').evaluate((body) => getComputedStyle(body).fontSize)).toBe('13px')
  })

  it('"Quick date ranges: today, yesterday, this week and last week (week starting Monday), this month, last month. Format is YYYY-MM-DD HH:mm:ss"; "A timezone offset of 8 hours"', async () => {
    const page = spec.page()
    // Fixed, so that the day does not end during the test.
    const now = Date.UTC(2026, 2, 18, 4)
    await page.clock.setFixedTime(now)
    await page.goto('/platform/system/log')
    const start = page.getByPlaceholder('开始时间')
    const today = Math.floor((now + 8 * 3_600_000) / DAY) * DAY - 8 * 3_600_000
    const monday = today - ((new Date(today + 8 * 3_600_000).getUTCDay() + 6) % 7) * DAY
    /** When the month this many months from now begins in China. */
    const month = (from: number): number => {
      const here = new Date(today + 8 * 3_600_000)
      return Date.UTC(here.getUTCFullYear(), here.getUTCMonth() + from, 1) - 8 * 3_600_000
    }
    const spans: readonly [string, number, number][] = [
      ['今天', today, today + DAY - 1],
      ['昨天', today - DAY, today - 1],
      ['本周', monday, monday + 7 * DAY - 1],
      ['上周', monday - 7 * DAY, monday - 1],
      ['本月', month(0), month(1) - 1],
      ['上月', month(-1), month(0) - 1],
    ]
    for (const [label, from, to] of spans) {
      await start.click()
      const presets = page.locator('.ant-picker-presets:visible li')
      await soon(() => presets.allTextContents()).toEqual(['今天', '昨天', '本周', '上周', '本月', '上月'])
      await presets.getByText(label, { exact: true }).click()
      await soon(() => start.inputValue()).toBe(china(from))
      await soon(() => page.getByPlaceholder('结束时间').inputValue()).toBe(china(to))
    }
  })

  it('causes no errors in the browser', () => {
    expect(spec.session().complaints).toEqual([])
  })
})
