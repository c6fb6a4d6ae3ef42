import { describe, expect, it } from 'vitest'
import { soon } from './browser.ts'
import { control } from './control.ts'
import { ask, openProductSession } from './product-world.ts'
import { visit } from './visit.ts'

/** Leaves a mark in the window that it runs in, its parent, and its opener. */
const RUN = 'window.ran=1;top.ran=1'
const TEXT = `<script>${RUN}</script><img src=x onerror="${RUN}">"'><svg onload="${RUN}">`
const HTML = [
  `<p onclick="${RUN}" onmouseover="${RUN}">说明</p>`,
  `<script>${RUN}</script><img src=x onerror="${RUN}"><svg onload="${RUN}"></svg>`,
  `<iframe srcdoc="<script>${RUN}</script>"></iframe><object data="javascript:${RUN}"></object>`,
  `<a href="javascript:${RUN}">链接</a><a href=" jAvascript:${RUN}">另一个</a><form action="javascript:${RUN}"><button>送出</button></form>`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=${RUN}&gt;"></mglyph></table></mtext></math>`,
  `<noscript><p title="</noscript><img src=x onerror='${RUN}'>"></noscript><style>@import 'javascript:${RUN}';</style>`,
].join('')

/** Text from a shopper, a supplier or a colleague is shown as plain text and never runs. */
describe('hostile text', () => {
  const at = openProductSession()

  const nothingRan = async (): Promise<void> => {
    for (const frame of at.page().frames()) expect(await frame.evaluate('window.ran')).toBeUndefined()
  }

  /**
   * The parts of this HTML that a browser would execute, as the browser parses it. Attribute text that only looks like a tag does not
   * count.
   */
  const dangerIn = (html: string): Promise<string[]> =>
    at.page().evaluate((text) => {
      const page = new DOMParser().parseFromString(text, 'text/html')
      return [...page.querySelectorAll('*')].flatMap((one) => [
        ...(/^(script|style|iframe|object|embed|form|svg|math|link|meta|base)$/.test(one.localName)
          ? [one.localName]
          : []),
        ...[...one.attributes]
          .filter(({ name, value }) => name.startsWith('on') || name === 'srcdoc' || /^\s*javascript:/i.test(value))
          .map(({ name, value }) => `${one.localName} ${name}=${value}`),
      ])
    }, html)

  it('in a description is cleaned, and runs neither in the editor nor in the preview', async () => {
    const page = at.page()
    const { id, descriptionHtml } = await ask<{ id: string; descriptionHtml: string }>(
      page,
      '/api/alibaba/product/createProduct',
      {
        title: `Lamp ${TEXT}`,
        titleZh: TEXT,
        note: TEXT,
        vendor: '<b>卖家</b>',
        tags: [TEXT.slice(0, 60)],
        descriptionHtml: HTML,
      },
    )
    // Checks the check itself: it finds many dangers in the sent HTML.
    expect((await dangerIn(HTML)).length).toBeGreaterThan(8)
    expect(await dangerIn(descriptionHtml)).toEqual([])
    await visit(page, `/shop/product/edit?id=${id}&tab=description`)
    for (const mode of ['源码', '预览', '编辑']) {
      await at.view().getByText(mode, { exact: true }).click()
      const inside =
        mode === '源码' ? at.view().getByRole('textbox').last() : page.frameLocator('iframe').last().getByText('说明')
      await inside.waitFor()
      await nothingRan()
    }
    await visit(page, '/shop/product/list')
    await at.view().getByText('<script>').first().waitFor()
    await nothingRan()
  })

  it('pasted as source does not run either, and is not returned by the server', async () => {
    const page = at.page()
    const { list } = await ask<{ list: { id: string }[] }>(
      page,
      '/api/alibaba/product/getProductsByCondition?pageSize=10',
    )
    await visit(page, `/shop/product/edit?id=${list[0]!.id}&tab=description`)
    await at.view().getByText('源码', { exact: true }).click()
    await at.view().getByRole('textbox').last().fill(HTML)
    for (const mode of ['预览', '编辑']) {
      await at.view().getByText(mode, { exact: true }).click()
      await page.frameLocator('iframe').last().getByText('说明').waitFor()
      await nothingRan()
    }
    await at.save()
    await page.reload()
    await page.frameLocator('iframe').last().getByText('说明').waitFor()
    await nothingRan()
    const { descriptionHtml } = await ask<{ descriptionHtml: string }>(
      page,
      `/api/alibaba/product/getProduct?productId=${list[0]!.id}`,
    )
    expect(await dangerIn(descriptionHtml)).toEqual([])
  })

  it('in an order’s note, its customer and its lines is shown on the screen as it was typed', async () => {
    const page = at.page()
    const { variants } = await control<{ variants: { variantId: string }[] }>(
      at.app(),
      'GET',
      'shopify/bridge-us/variants',
    )
    const { order } = await control<{ order: { number: number } }>(at.app(), 'POST', 'shopify/bridge-us/orders', {
      force: true,
      note: TEXT,
      lines: [{ variantId: variants[0]!.variantId, quantity: 1 }],
      customer: { firstName: TEXT, lastName: TEXT, email: 'ines@example.com' },
      shippingAddress: {
        firstName: TEXT,
        lastName: TEXT,
        address1: TEXT,
        city: 'Austin',
        country: 'United States',
        countryCode: 'US',
        zip: '73301',
      },
    })
    await visit(page, '/order/list')
    await at
      .view()
      .getByRole('button', { name: `#${order.number}`, exact: true })
      .click()
    const person = page.getByRole('region', { name: '客户与地址' })
    await person.waitFor()
    // First name, last name, street and note: each in its place, complete, and as text.
    await soon(async () => (await person.innerText()).split(TEXT).length - 1).toBe(4)
    await nothingRan()
  })
})
