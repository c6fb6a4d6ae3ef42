import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { login, openDesk } from './browser.ts'
import type { Desk } from './browser.ts'
import { startHouse } from './house.ts'
import type { House } from './house.ts'
import { changeProduct, shopProducts } from './shop.ts'

type Envelope = { code: number; msg: string; data: never }

/** What a browser shows comes when it comes: a busy machine is given time, and no test waits longer than it must. */
const soon = <T>(read: () => T) => expect.poll(read, { timeout: 60_000 })

/** The same while the day is prepared: what is read, once it is so. */
async function once<T>(read: () => Promise<T>, isSo: (found: T) => boolean): Promise<T> {
  for (;;) {
    const found = await read()
    if (isSo(found)) return found
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

/** The end of a day: what does not add up is found, explained and mended; what waits is worked down by the keyboard. */
describe('a day at the desk of differences', () => {
  let house: House
  let desk: Desk
  let page: Page

  /** Hidden tabs stay in the page. */
  const view = (): Locator => page.locator('[data-view]:visible')
  const dialog = (name: string | RegExp): Locator => page.getByRole('dialog').filter({ hasText: name }).last()
  const row = (words: string | RegExp): Locator => view().locator('li[data-difference]').filter({ hasText: words })
  const item = (words: string | RegExp): Locator => view().locator('li[data-item]').filter({ hasText: words })
  const told = (words: string | RegExp): Promise<void> => page.getByText(words).first().waitFor()
  const choose = async (label: string, option: string | RegExp): Promise<void> => {
    await view().getByLabel(label).click()
    await page.locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: option }).click()
  }
  const control = async <T>(path: string, body: object): Promise<T> => {
    const response = await fetch(`${house.simulator}/control/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(response.status).toBe(200)
    return (await response.json()) as T
  }
  /** A call outside the browser, as whoever is logged in there. */
  const send = async <T>(
    path: string,
    init: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> },
  ): Promise<T> => {
    const token = await page.evaluate(() => localStorage.getItem('token') ?? '')
    const headers = { ...init.headers, authorization: token }
    const answer = (await (await fetch(`${house.url}${path}`, { ...init, headers })).json()) as Envelope
    expect([path, answer.code, answer.msg]).toEqual([path, 200, expect.anything()])
    return answer.data
  }
  const ask = <T>(method: 'GET' | 'POST', path: string, fields: object = {}): Promise<T> =>
    method === 'GET'
      ? send(`${path}?${new URLSearchParams(fields as Record<string, string>)}`, { method })
      : send(path, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(fields) })
  /** A call that the console sends as a form. */
  const form = <T>(path: string, fields: Record<string, string>): Promise<T> =>
    send(path, { method: 'POST', body: new URLSearchParams(fields) })

  const TITLE = 'Lamp of the house'
  const PURCHASE = '/api/purchase/center'
  let alibabaOrderId = ''
  let orders: { id: string; number: string }[] = []

  /** Bought at 1688 and paid there by somebody, not through this house. */
  async function paidOutside(): Promise<string> {
    const { list } = await ask<{ list: { offerId: string }[] }>('GET', '/api/alibaba/product/keywordQuery', {
      keyword: '收纳',
      pageSize: 10,
    })
    const offer = await ask<{ offerId: string; skus: { skuId: string; specId: string }[] }>(
      'GET',
      '/api/alibaba/product/getOffer',
      { offerId: list[0]!.offerId },
    )
    const [sku] = offer.skus
    const made = await ask<{ purchases: { id: string }[] }>('POST', `${PURCHASE}/createPurchaseOrder`, {
      items: [{ offerId: offer.offerId, skuId: sku!.skuId, specId: sku!.specId, quantity: 20 }],
      key: 'recon desk',
    })
    const [{ id } = { id: '' }] = made.purchases
    const detail = () =>
      ask<{ state: string; freightMinor: number | null; alibabaOrderIds: string[] }>(
        'GET',
        `${PURCHASE}/getPurchaseOrderSkuDetails`,
        { purchaseId: id },
      )
    await once(detail, ({ freightMinor }) => freightMinor !== null)
    await ask('POST', `${PURCHASE}/completeReviewOrder`, { purchaseIds: [id] })
    await ask('POST', `${PURCHASE}/createAlibabaOrder`, { purchaseIds: [id] })
    const [orderId] = (await once(detail, ({ state }) => state === 'to-pay')).alibabaOrderIds
    await control(`1688/orders/${orderId}/pay`, {})
    await once(detail, ({ state }) => state === 'to-send')
    return orderId!
  }

  /** A product of ours in the shop, which its staff renamed there. */
  async function renamedInShop(): Promise<void> {
    const stores = await ask<{ id: string; currency: string }[]>('GET', '/api/shopify/store/getAllShopifyStores')
    const storeId = stores.find(({ currency }) => currency === 'USD')!.id
    const variant = {
      id: crypto.randomUUID(),
      skuCode: 'LAMP-1',
      sourceSkuId: null,
      sourceSpecId: null,
      optionValues: [],
      costMinor: 1850,
      weightGrams: 420,
      stock: 10,
      stockPolicy: 'deny',
      imageId: 'a',
      dropped: false,
      prices: [],
    }
    const product = await ask<{ id: string }>('POST', '/api/alibaba/product/createProduct', {
      title: TITLE,
      titleZh: '家用台灯',
      descriptionHtml: '<p>warm</p>',
      images: [{ id: 'a', url: 'https://pictures.example/lamp.jpg', alt: 'lamp' }],
      options: [],
      variants: [variant],
      storeIds: [storeId],
    })
    await form('/api/alibaba/product/syncToShopify', { productIds: product.id, storeIds: storeId })
    await once(
      () => ask<{ state: string }>('GET', '/api/alibaba/product/getProduct', { productId: product.id }),
      ({ state }) => state === 'online',
    )
    const there = (await shopProducts(house, 'bridge-us')).find(({ listing }) => listing !== null)
    await changeProduct(house, 'bridge-us', { id: there!.id, title: 'Renamed in the shop' })
  }

  /** Orders of a shop whose goods come from nowhere yet. */
  async function unsourced(count: number): Promise<{ id: string; number: string }[]> {
    const made: { id: string; number: string }[] = []
    for (let n = 0; n < count; n++) {
      const { order } = await control<{ order: { name: string } }>('shopify/bridge-us/orders', {
        lines: [{ title: `Thing ${n}`, priceMinor: 1999, quantity: 1 }],
        risk: 'low',
      })
      await ask('POST', '/api/order/center/pullOrders')
      const { list } = await once(
        () =>
          ask<{ list: { id: string; number: string }[] }>('GET', '/api/order/center/getOrdersByCondition', {
            keyword: order.name,
          }),
        ({ list }) => list.some(({ number }) => number === order.name),
      )
      made.push(list.find(({ number }) => number === order.name)!)
    }
    return made
  }

  beforeAll(async () => {
    house = await startHouse()
    desk = await openDesk(house.url)
    page = desk.page
    await login(page, 'admin', 'admin888')
    // Nobody's pictures are fetched from the internet.
    await control('quirks', { name: 'shopify.fetch-media', value: false })
    alibabaOrderId = await paidOutside()
    await renamedInShop()
    orders = await unsourced(3)
  })
  afterAll(async () => {
    await desk?.close()
    await house?.stop()
  })
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await desk.failure(task.name)
  })

  it('compares everything when asked to, and tells what it came to', async () => {
    await page.goto('/purchase/reconciliation')
    await told('还没有对过账')
    await view().getByRole('button', { name: '开始对账' }).click()
    await row('没有付款记录').waitFor()
    await row('店铺里改过内容').waitFor()
    await soon(() => view().getByLabel('最近一次对账').innerText()).toContain('核对了')
    expect(await row('没有付款记录').innerText()).toContain('有人直接在1688或支付宝付了款')
    expect(await row('店铺里改过内容').innerText()).toContain('Renamed in the shop')
    await desk.picture('reconciliation')
  })

  it('filters by what is compared, by kind and by words, and shows the object behind a difference', async () => {
    await view()
      .getByRole('tab', { name: /^商品 ↔ 店铺/ })
      .click()
    await soon(() => view().locator('li[data-difference]').count()).toBe(1)
    await view().getByRole('tab', { name: /^全部/ }).click()
    await choose('差异种类', /^没有付款记录/)
    await row('店铺里改过内容').waitFor({ state: 'detached' })
    expect(page.url()).toContain('kind=paid-outside')
    await view().getByRole('button', { name: /^清空/ }).first().click()
    await view().getByPlaceholder('单号、商品、供应商').fill('台灯')
    await page.keyboard.press('Enter')
    await row('没有付款记录').waitFor({ state: 'detached' })
    await row('店铺里改过内容').getByRole('link', { name: '家用台灯' }).click()
    await page.waitForURL(/\/shop\/product\/edit\?id=/)
    await told('家用台灯')
    await page.goBack()
    await row('店铺里改过内容').waitFor()
  })

  it('mends what the shop changed only after a person said so, and the shop shows ours again', async () => {
    await row('店铺里改过内容').getByRole('button', { name: '用这里的内容覆盖' }).click()
    const sure = dialog('修复 1 个差异')
    await sure.getByText('店铺里改过的这几处会被这里的内容覆盖').waitFor()
    await sure.getByRole('button', { name: '取消' }).click()
    expect((await shopProducts(house, 'bridge-us')).map(({ title }) => title)).toContain('Renamed in the shop')
    await row('店铺里改过内容').getByRole('button', { name: '用这里的内容覆盖' }).click()
    await dialog('修复 1 个差异').getByRole('button', { name: '修复' }).click()
    await told(/做完后自动再核对/)
    await soon(async () => (await shopProducts(house, 'bridge-us')).some(({ title }) => title === TITLE)).toBe(true)
    await soon(async () => {
      const { list } = await ask<{ list: unknown[] }>('GET', '/api/purchase/reconciliation/getDifferences', {
        kind: 'shop-changed',
        state: 'closed',
      })
      return list.length
    }).toBe(1)
    await row('店铺里改过内容').waitFor({ state: 'detached' })
  })

  it('leaves a difference alone with a reason, which stays beside it, and takes that back', async () => {
    await view().getByRole('button', { name: /^清空/ }).first().click()
    await row('没有付款记录').getByRole('button', { name: '忽略' }).click()
    const why = dialog('忽略 1 个差异')
    await why.getByLabel('为什么可以不管').fill('老板用手机付的')
    await why.getByRole('button', { name: /^确\s?定$/ }).click()
    await row('没有付款记录').waitFor({ state: 'detached' })
    await choose('处理状态', '已忽略')
    await row('没有付款记录').getByText('忽略：老板用手机付的').waitFor()
    await row('没有付款记录').getByRole('button', { name: '取消忽略' }).click()
    await row('没有付款记录').waitFor({ state: 'detached' })
    await choose('处理状态', '待处理')
    await row('没有付款记录').waitFor()
  })

  it('hands the report out as a spreadsheet of what the filters find', async () => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      view().getByRole('button', { name: '导出' }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/^对账差异-\d{14}\.xlsx$/)
    expect((await readFile(await file.path())).subarray(0, 2).toString()).toBe('PK')
    await told(/已导出 \d+ 个差异/)
    expect(await row('没有付款记录').innerText()).toContain(alibabaOrderId)
  })

  it('walks the queue of what waits by j and k, and opens what has the focus', async () => {
    await page.goto('/workbench')
    await item('没有货源').nth(2).waitFor()
    const focused = (): Promise<string | undefined> =>
      page.evaluate(() => document.activeElement?.closest('li[data-item]')?.getAttribute('data-item') ?? undefined)
    const keys = await view()
      .locator('li[data-item]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('data-item')))
    for (const at of [0, 1, 2]) {
      await page.keyboard.press('j')
      await soon(focused).toBe(keys[at])
    }
    await page.keyboard.press('k')
    await soon(focused).toBe(keys[1])
    await desk.picture('workbench')
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.pathname !== '/workbench')
  })

  it('takes a remedy by one key and goes on with the next, and puts one off until tomorrow', async () => {
    const [held, later] = orders
    await page.goto(`/workbench?kind=unsourced`)
    await item(held!.number).waitFor()
    await item(held!.number).locator('[data-title]').focus()
    const before = await view().locator('li[data-item]').count()
    await page.keyboard.press('h')
    await item(held!.number).waitFor({ state: 'detached' })
    await soon(() => page.evaluate(() => document.activeElement?.closest('li[data-item]') !== null)).toBe(true)
    expect(await ask('GET', '/api/order/center/getOrder', { orderId: held!.id })).toMatchObject({ state: 'held' })
    await item(later!.number).locator('[data-title]').focus()
    await page.keyboard.press('s')
    await item(later!.number).waitFor({ state: 'detached' })
    await soon(() => view().locator('li[data-item]').count()).toBe(before - 2)
    await view().getByText('只看暂缓的（1）').click()
    await item(later!.number)
      .getByText(/暂缓到/)
      .waitFor()
    await item(later!.number).getByRole('button', { name: '放回' }).click()
    await item(later!.number).waitFor({ state: 'detached' })
    await view().getByText('只看暂缓的（0）').click()
    await item(later!.number).waitFor()
  })

  it('finds an order by its number from anywhere by Ctrl K', async () => {
    const [, , last] = orders
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: '搜索页面、单号、SKU、商品' }).waitFor()
    await page.keyboard.type(last!.number)
    await page.getByRole('option').filter({ hasText: last!.number }).first().waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/order\/list/)
    await page.getByText(last!.number).first().waitFor()
  })

  it('fits a small screen without anything cut off', async () => {
    await page.setViewportSize({ width: 1280, height: 720 })
    for (const address of ['/purchase/reconciliation', '/workbench']) {
      await page.goto(address)
      await view().locator('li[data-difference], li[data-item]').first().waitFor()
      const over = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect([address, over]).toEqual([address, 0])
    }
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  it('gave the browser nothing to complain about', () => {
    expect(desk.complaints).toEqual([])
  })
})
