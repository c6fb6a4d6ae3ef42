import type { Locator, Page } from 'playwright-core'
import { soon } from './browser.ts'
import type { Session } from './browser.ts'
import { control } from './control.ts'
import { visit } from './visit.ts'
import { ADMIN, openSpec } from './spec.ts'
import type { SharedApp } from './shared-app.ts'

/** The text at the foot of the editor after the product itself was saved, not only its draft. */
export const SAVED = /^已保存 \d/

export type ProductSession = {
  readonly app: () => SharedApp
  readonly session: () => Session
  readonly page: () => Page
  /** Hidden tabs stay in the page. */
  readonly view: () => Locator
  readonly bar: () => Locator
  readonly boxes: () => Locator
  readonly reported: (words: string | RegExp) => Promise<void>
  readonly save: () => Promise<void>
  /** opens the product list and waits until it has rows */
  readonly list: (search?: string) => Promise<void>
  readonly pick: (title: RegExp | string) => Promise<void>
  readonly choose: (combobox: Locator, ...options: string[]) => Promise<void>
  /** Lets calls of the simulated shop be slow or fail: which call, how often (0: always), and what happens. */
  readonly fault: (call: string, times: number, what: object) => Promise<unknown>
}

/** An installation of its own and the administrator's browser, with the actions that a product clerk uses all day. */
export function openProductSession(): ProductSession {
  const { app, session, page } = openSpec(ADMIN, { own: true })
  const at: ProductSession = {
    app,
    session,
    page,
    view: () => page().locator('[data-view]:visible'),
    bar: () => page().getByRole('toolbar', { name: '批量操作' }),
    boxes: () => at.view().getByRole('checkbox', { name: /^选择 / }),
    reported: (words) => session().reported(words),
    async save() {
      await page().keyboard.press('Control+s')
      // Not the draft, whose message is 草稿已保存.
      await at.view().getByText(SAVED).waitFor()
    },
    async list(search = '') {
      await visit(page(), `/shop/product/list${search}`)
      await at.boxes().first().waitFor()
    },
    async pick(title) {
      await page().getByRole('checkbox', { name: title }).first().click()
      await at.bar().waitFor()
    },
    async choose(combobox, ...options) {
      await combobox.click()
      for (const option of options)
        await page().locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: option }).click()
      await page().keyboard.press('Escape')
    },
    fault: (call, times, what) => control(app(), 'POST', 'faults', { vendor: 'shopify', call, times, fault: what }),
  }
  return at
}

/** A product made by hand, with its editor open at the pictures: three, each of one colour. */
export async function makeLantern(page: Page): Promise<void> {
  await page.goto('/shop/product/list')
  await page.getByRole('button', { name: '手工新建' }).click()
  await page.getByRole('dialog').getByLabel('标题').fill('Handmade lantern')
  await page.getByRole('dialog').getByRole('button', { name: '新建' }).click()
  await page.getByRole('tab', { name: /^图片/ }).click()
  await page.getByLabel('选择图片文件').setInputFiles(
    ['#c0392b', '#2980b9', '#27ae60'].map((colour, at) => ({
      name: `lantern-${at}.png`,
      mimeType: 'image/png',
      buffer: PNGS[colour as keyof typeof PNGS],
    })),
  )
  await soon(() => page.locator('[data-view]:visible li img').count()).toBe(3)
}

/** The index of a grid column by its heading. */
export async function columnOf(grid: Locator, head: string): Promise<number> {
  const heads = await grid.getByRole('columnheader').allTextContents()
  return heads.findIndex((one) => one.includes(head)) - 1
}

/** 64 × 64 pixels of one colour each. */
const PNGS = {
  '#c0392b': png(
    'iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAIAAAAlC+aJAAAAT0lEQVR42u3PQQkAAAgEsOtjAtsbzQi+hcEKLNP1WgQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQELgtOhUEPxGpZHwAAAABJRU5ErkJggg==',
  ),
  '#2980b9': png(
    'iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAIAAAAlC+aJAAAAT0lEQVR42u3PQQkAAAgEsKtjS2vZzgi+hcEKLNXzWgQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQELgt4BiFL5LZL5wAAAABJRU5ErkJggg==',
  ),
  '#27ae60': png(
    'iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAIAAAAlC+aJAAAAT0lEQVR42u3PQQkAAAgEsGtjLROa0Qi+hcEKLDX9WgQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQELgvuT1EemYzDkgAAAABJRU5ErkJggg==',
  ),
}
function png(base64: string): Buffer {
  return Buffer.from(base64, 'base64')
}

/** As a person drags: down, a small move, to the target, up. */
export async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  const [a, b] = [await from.boundingBox(), await to.boundingBox()]
  await page.mouse.move(a!.x + a!.width / 2, a!.y + a!.height / 2)
  await page.mouse.down()
  await page.mouse.move(a!.x + a!.width / 2 + 12, a!.y + a!.height / 2, { steps: 3 })
  await page.mouse.move(b!.x + b!.width / 2, b!.y + b!.height / 2, { steps: 12 })
  await page.mouse.up()
}

type Envelope<T> = { code: number; msg: string; data: T }

/** Makes a call as the page does, with its own session. */
export const ask = <T>(page: Page, path: string, body?: object): Promise<T> =>
  page.evaluate(
    async ({ to, sent }) => {
      const response = await fetch(to, {
        method: sent === undefined ? 'GET' : 'POST',
        headers: { authorization: localStorage.getItem('token') ?? '', 'content-type': 'application/json' },
        ...(sent === undefined ? {} : { body: sent }),
      })
      const answer = (await response.json()) as Envelope<never>
      if (answer.code !== 200) throw new Error(`${to}: ${answer.msg}`)
      return answer.data
    },
    { to: path, sent: body === undefined ? undefined : JSON.stringify(body) },
  )

/** Claims six offers to the US store and waits until they are claimed. */
export async function claimed(page: Page): Promise<void> {
  const stores = await ask<{ id: string; currency: string }[]>(page, '/api/shopify/store/getAllShopifyStores')
  const us = stores.find(({ currency }) => currency === 'USD')!
  const found = await ask<{ list: { offerId: string }[] }>(
    page,
    `/api/alibaba/product/keywordQuery?keyword=${encodeURIComponent('灯')}&pageSize=20`,
  )
  await ask(page, '/api/alibaba/product/claimProducts?origin=1688', {
    lines: found.list.slice(0, 6).map(({ offerId }) => offerId),
    storeIds: [us.id],
  })
  await soon(async () => (await cards(page)).filter(({ offerId }) => offerId !== null).length).toBe(6)
}

export type Card = {
  id: string
  offerId: string | null
  variantCount: number
  priceMin: { minor: number } | null
  priceMax: { minor: number } | null
}
export const cards = async (page: Page): Promise<Card[]> =>
  (await ask<{ list: Card[] }>(page, '/api/alibaba/product/getProductsByCondition?pageSize=48')).list

/** The claimed product with the most variants: filling down needs rows to fill. */
export async function productWithVariants(page: Page): Promise<string> {
  const [most] = (await cards(page)).toSorted((a, b) => b.variantCount - a.variantCount)
  return most!.id
}
