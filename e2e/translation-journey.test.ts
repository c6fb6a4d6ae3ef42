import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { picturesShown } from './browser.ts'
import { control } from './control.ts'
import { ADMIN, openSpec, soon } from './spec.ts'
import { step } from './steps.ts'
import { openProvider } from './translation-provider.ts'
import { visit } from './visit.ts'

const PRODUCTS = 20
/** number of published languages in all shops of the demo; a shop's primary language may be a published one in another shop */
const PUBLISHED = 4
const LOCALES = [
  { locale: 'de', name: '德语' },
  { locale: 'fr', name: '法语' },
  { locale: 'ja', name: '日语' },
] as const

type Product = { id: string; title: string }
type Store = { id: string; domain: string }
type Pushed = { items: { list: { state: string; storefrontUrl: string | null }[] } }

/** Twenty products in three languages by one person: what shoppers read in the end is read from the shop's own pages. */
describe('products in every language of the shop', () => {
  const { app, session, page, ask } = openSpec(ADMIN, { own: true })
  let provider: Awaited<ReturnType<typeof openProvider>>
  let products: Product[]
  const view = (): Locator => page().locator('[data-view]:visible')
  const bar = (): Locator => page().getByRole('toolbar', { name: '批量操作' })
  const dialog = (name: string | RegExp): Locator => page().getByRole('dialog').filter({ hasText: name }).last()
  const option = (name: string): Locator =>
    page().locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: name })
  const written = async (): Promise<number> =>
    (
      await control<{ total: number }>(
        app(),
        'GET',
        'ledger?vendor=shopify&call=translationsRegister&outcome=done&limit=1',
      )
    ).total

  async function inTheShop(): Promise<void> {
    const stores = await ask<Store[]>('GET', '/api/shopify/store/getAllShopifyStores')
    const store = stores.find(({ domain }) => domain.startsWith('bridge-us'))!
    const results = await fetch(`${app().simulator}/selloffer/offer_search.htm?keywords=${encodeURIComponent('灯')}`)
    const pictures = [...new Set((await results.text()).match(/http[^"'\s]+\/img\/ibank\/[^"'\s&]+/g))]
    products = []
    for (let n = 1; n <= PRODUCTS; n++)
      products.push(
        await ask<Product>('POST', '/api/alibaba/product/createProduct', madeProduct(n, store.id, pictures[n]!)),
      )
    await ask('POST', '/api/alibaba/product/syncToShopify', {
      productIds: products.map(({ id }) => id),
      storeIds: [store.id],
    })
    await soon(async () => {
      const { list } = await ask<{ list: { state: string }[] }>('GET', '/api/alibaba/product/querySyncTasks', {})
      return list[0]?.state
    }).toBe('succeeded')
  }

  beforeAll(async () => {
    provider = await openProvider()
    await ask('POST', '/api/shopify/translation/addTranslationProvider', {
      name: 'DeepL',
      kind: 'deepl',
      address: provider.origin,
      secretKey: provider.key,
      pricePerMillion: 15_000,
    })
  })
  afterAll(() => provider?.close())

  async function grid(locale: string): Promise<void> {
    await visit(page(), `/shop/product/translations?locale=${locale}&pageSize=24&keyword=Garden`)
    await view().getByRole('checkbox', { name: '选中本页' }).waitFor()
  }
  async function selectAll(): Promise<void> {
    await view().getByRole('checkbox', { name: '选中本页' }).click()
    await bar()
      .getByText(new RegExp(`已选\\s*${PRODUCTS}\\s*项`))
      .waitFor()
  }

  it('translates, corrects one word everywhere, and shows shoppers each language', async () => {
    await step('products in the shop', inTheShop)
    await step('choose the languages', async () => {
      await visit(page(), '/shop/product/translations')
      await view().getByRole('button', { name: '选择语言' }).click()
      await dialog('翻译成哪些语言')
        .getByRole('button', { name: /^加上店铺已发布的语言/ })
        .click()
      await dialog('翻译成哪些语言')
        .getByRole('button', { name: /^保\s*存$/ })
        .click()
    })
    await step('add a term', async () => {
      await visit(page(), '/shop/product/glossary')
      await view().getByRole('button', { name: '新增术语' }).first().click()
      await dialog('新增术语').getByLabel('术语', { exact: true }).fill('Lamp')
      await dialog('新增术语').getByLabel('译法').fill('Lampe')
      await dialog('新增术语').getByRole('combobox', { name: '语言' }).click()
      await option('德语').click()
      await dialog('新增术语')
        .getByRole('button', { name: /^保\s*存/ })
        .click()
      await session().reported('已新增术语 Lamp')
    })
    await step('translate', async () => {
      await grid('de')
      await selectAll()
      await bar().getByRole('button', { name: '批量翻译' }).click()
      await dialog(`翻译 ${PRODUCTS} 个商品`)
        .getByText(/^DeepL：/)
        .waitFor()
      expect(provider.characters()).toBe(0)
      await dialog(`翻译 ${PRODUCTS} 个商品`).getByRole('button', { name: '开始翻译' }).click()
      await page()
        .getByRole('dialog')
        .getByText(`${PRODUCTS * PUBLISHED}/${PRODUCTS * PUBLISHED}`, { exact: true })
        .waitFor()
      expect(provider.characters()).toBeGreaterThan(0)
    })
    await step('read a text beside its source', async () => {
      await grid('de')
      await view()
        .getByRole('tab', { name: `机器 ${PRODUCTS}` })
        .waitFor()
      await picturesShown(page())
      await session().picture('translations')
      await view().getByRole('button', { name: /^机器/ }).first().click()
      await page().getByRole('dialog').getByRole('textbox').first().waitFor()
      await session().picture('translation-editor')
    })
    await step('approve', async () => {
      for (const { locale, name } of LOCALES) {
        await grid(locale)
        await selectAll()
        await bar()
          .getByRole('button', { name: `通过${name}的机器译文` })
          .click()
        await session().reported(/通过机器译文/)
      }
    })
    await step('correct the term', async () => {
      await visit(page(), '/shop/product/glossary')
      await view().getByRole('button', { name: 'Lamp', exact: true }).click()
      await dialog('术语 Lamp').getByLabel('译法').fill('Leuchte')
      await dialog('术语 Lamp')
        .getByRole('button', { name: /^保\s*存/ })
        .click()
      await page().getByRole('button', { name: '都改' }).click()
      await session().reported(`改了 ${PRODUCTS} 个商品`)
    })
    const before = await written()
    await step('write into the shop', async () => {
      await grid('de')
      await selectAll()
      await bar().getByRole('button', { name: '写入店铺' }).click()
      const write = page().getByRole('button', { name: `写入 ${PRODUCTS} 处` })
      await write.waitFor()
      expect(await written()).toBe(before)
      await page().getByRole('dialog').locator('button[aria-expanded=false]').first().click()
      await picturesShown(page())
      await session().picture('translations-dry-run')
      await write.click()
      await session().reported(/写入/)
    })
    const done = await step('wait for the end', async () => {
      let pushed: Pushed | undefined
      await soon(async () => {
        const { list } = await ask<{ list: { id: string }[] }>(
          'GET',
          '/api/shopify/translation/queryTranslationPushes',
          {},
        )
        pushed = await ask<Pushed>('GET', '/api/shopify/translation/getTranslationPush', {
          pushId: list[0]!.id,
          pageSize: 50,
        })
        return pushed.items.list.map(({ state }) => state)
      }).toEqual(Array.from({ length: PRODUCTS }, () => 'succeeded'))
      return pushed!
    })
    expect(await written()).toBeGreaterThan(before)
    await step('read as shoppers', async () => {
      for (const { storefrontUrl } of done.items.list) {
        const german = await (await fetch(storefrontUrl!.replace('/products/', '/de/products/'))).text()
        expect(german).toContain('Garten Leuchte')
        expect(german).toContain('Rot')
        expect(german).not.toMatch(/Lampe|Garden|Lamp/)
        const japanese = await (await fetch(storefrontUrl!.replace('/products/', '/ja/products/'))).text()
        expect(japanese).toContain('ガーデン ランプ')
        expect(japanese).toContain('赤')
        expect(japanese).not.toMatch(/Garden|Lamp/)
      }
    })
  })

  it('causes no errors in the browser', () => {
    expect(session().complaints).toEqual([])
  })
})

/** The check of a translation requires that the number in the title is kept. */
const madeProduct = (n: number, storeId: string, picture: string): object => ({
  title: `Garden Lamp ${n}`,
  titleZh: `花园灯${n}`,
  descriptionHtml: `<p>Lamp ${n} for the <b>garden</b>, 12 W.</p>`,
  images: [{ id: 'a', url: picture }],
  options: [{ name: 'Color', values: [{ value: 'Red' }, { value: 'Blue' }] }],
  variants: ['Red', 'Blue'].map((value) => ({
    id: crypto.randomUUID(),
    skuCode: `GL${n}-${value}`,
    sourceSkuId: null,
    sourceSpecId: null,
    optionValues: [value],
    costMinor: 1850,
    weightGrams: 420,
    stock: 10,
    stockPolicy: 'deny',
    imageId: 'a',
    dropped: false,
    prices: [],
  })),
  storeIds: [storeId],
})
