import type { Locator } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { enter, openSession } from './browser.ts'
import { control } from './control.ts'
import { ADMIN, CLERK, openSpec, soon } from './spec.ts'
import { visit } from './visit.ts'

type Variant = { variantId: string; title: string; stock: number }
type Sold = { order: { name: string; lines: { id: string }[] } }
type Seen = { order: { refunds: { total: string; presentment: string }[]; returns: { status: string }[] } }
/** The input of a write that arrived at the shop. */
type Input = {
  notifyCustomer: boolean
  returnLineItems?: { quantity: number; dispositions: { dispositionType: string; quantity: number }[] }[]
  financialTransfer?: {
    issueRefund: { orderTransactions: { transactionAmount: { amount: string; currencyCode: string } }[] }
  }
}
type Return = { name: string; orderId: string; shop: string }

/** Answers to shoppers' requests, and their refunds, on the screens; compared with what the simulated shop received and stores. */
describe('an answer to a return on the screens', () => {
  const spec = openSpec(ADMIN, { own: true })
  const { page, session } = spec
  let variant: Variant
  beforeAll(async () => {
    const { variants } = await control<{ variants: Variant[] }>(spec.app(), 'GET', 'shopify/bridge-us/variants')
    variant = variants.find(({ stock }) => stock > 3)!
  })

  /** A requested return of two of three sent pieces. */
  async function requested(): Promise<Return> {
    const { order } = await control<Sold>(spec.app(), 'POST', 'shopify/bridge-us/orders', {
      lines: [{ variantId: variant.variantId, quantity: 3 }],
      risk: 'low',
      force: true,
    })
    const shop = `shopify/bridge-us/orders/${order.name.slice(1)}`
    await control(spec.app(), 'POST', `${shop}/fulfil`, {})
    const lines = [{ lineId: order.lines[0]!.id, quantity: 2, reason: 'DEFECTIVE', note: 'cracked' }]
    await control(spec.app(), 'POST', `${shop}/return`, { lines, requested: true })
    await spec.ask('POST', '/api/order/center/pullOrders')
    let orderId: string | undefined
    await soon(async () => {
      const { list } = await spec.ask<{ list: { id: string; number: string }[] }>(
        'GET',
        '/api/order/center/getOrdersByCondition',
        { keyword: order.name },
      )
      orderId = list.find(({ number }) => number === order.name)?.id
      return orderId
    }).toBeTruthy()
    await spec.ask('POST', '/api/order/center/refreshOrder', { orderId })
    return { name: `${order.name}-R1`, orderId: orderId!, shop }
  }

  const dialog = (name: string | RegExp): Locator => page().getByRole('dialog').filter({ hasText: name }).last()
  const button = (within: Locator, name: string | RegExp): Locator => within.getByRole('button', { name })
  const refunding = (one: Return): Locator => dialog(`退款 · 退货 ${one.name}`)
  /** The writes that took effect in the shop. */
  async function taken(call: string): Promise<Input[]> {
    const { entries } = await control<{
      entries: { request: { variables: { input: Input } }; effect?: string }[]
    }>(spec.app(), 'GET', `ledger?call=${call}&limit=50`)
    return entries.filter(({ effect }) => effect !== undefined).map(({ request }) => request.variables.input)
  }
  const inShop = async ({ shop }: Return): Promise<Seen['order']> =>
    (await control<Seen>(spec.app(), 'GET', shop)).order
  const stock = async (): Promise<number> =>
    (await control<{ variants: Variant[] }>(spec.app(), 'GET', 'shopify/bridge-us/variants')).variants.find(
      ({ variantId }) => variantId === variant.variantId,
    )!.stock
  /** Both widths that people work with. */
  async function pictures(name: string): Promise<void> {
    for (const width of [1024, 1440]) {
      await page().setViewportSize({ width, height: 900 })
      await session().picture(`${name}-${width}`)
    }
  }
  async function open(one: Return): Promise<Locator> {
    await visit(page(), `/order/list?order=${one.orderId}`)
    const row = dialog(one.name.replace('-R1', '')).getByRole('listitem', { name: `退货 ${one.name}` })
    await row.waitFor()
    return row
  }
  const inList = (one: Return): Locator => page().locator('li[data-return]').filter({ hasText: one.name })
  async function list(): Promise<void> {
    await visit(page(), '/order/returns')
    await page().locator('li[data-return]').first().waitFor()
  }
  async function approved(one: Return): Promise<Locator> {
    const row = await open(one)
    await button(row, '同意退货').click()
    await button(dialog(`同意退货 ${one.name}`), '同意退货').click()
    await session().reported(`已同意退货 ${one.name}`)
    return row
  }
  async function fillPlace(within: Locator): Promise<void> {
    await within.getByRole('list', { name: '会写入店铺的内容' }).waitFor()
    const place = within.getByLabel('退回的仓库')
    if (!(await place.isVisible())) return
    await place.click()
    await page().locator('.ant-select-item-option').first().click()
  }

  it('declines a request with the shop’s reason and a note, which the row keeps', async () => {
    const one = await requested()
    await list()
    await pictures('returns-list')
    const row = inList(one)
    await button(row, '拒绝退货').click()
    const window = dialog(`拒绝退货 ${one.name}`)
    await button(window, '拒绝退货').click()
    await session().reported('请选择拒绝的原因')
    await window.getByLabel('拒绝的原因').click()
    await page().locator('.ant-select-item-option').filter({ hasText: '已过退货期限' }).click()
    await window.getByLabel('给买家的说明').fill('More than 30 days')
    await pictures('returns-decline')
    expect(await taken('returnDeclineRequest')).toEqual([])
    await button(window, '拒绝退货').click()
    await session().reported(`已拒绝退货 ${one.name}`)
    expect(await taken('returnDeclineRequest')).toMatchObject([
      { declineReason: 'RETURN_PERIOD_ENDED', declineNote: 'More than 30 days', notifyCustomer: true },
    ])
    await (await open(one)).getByText('拒绝原因：已过退货期限：More than 30 days').waitFor()
    await pictures('returns-declined')
  })

  it('refunds once, as the dry run said: one of two pieces, its amount to the cent, back in stock', async () => {
    const one = await requested()
    const row = await approved(one)
    await button(row, /^退\s?款$/).click()
    const window = refunding(one)
    await fillPlace(window)
    await window.getByLabel(/^退的件数/).fill('1')
    await window.getByText('处理 1 件退货').waitFor()
    await window.getByLabel('退款金额').fill('1.239')
    expect(await window.getByLabel('退款金额').inputValue()).toBe('1.23')
    await soon(() => window.getByRole('list', { name: '会写入店铺的内容' }).innerText()).toMatch(
      /1 件退回库存（.+）\s+退 US\$1\.23|1 件退回库存（.+）\s+退 \$1\.23/,
    )
    await pictures('returns-refund')
    const before = await stock()
    expect(await taken('returnProcess')).toEqual([])
    // Two quick presses cause only one refund.
    await button(window, /^退\s?款$/).dblclick()
    await session().reported(`退货 ${one.name} 已退款`)
    expect(await taken('returnProcess')).toMatchObject([
      {
        returnLineItems: [{ quantity: 1, dispositions: [{ dispositionType: 'RESTOCKED', quantity: 1 }] }],
        financialTransfer: {
          issueRefund: { orderTransactions: [{ transactionAmount: { amount: '1.23', currencyCode: 'USD' } }] },
        },
      },
    ])
    expect((await inShop(one)).refunds.map(({ presentment }) => presentment)).toEqual(['1.23'])
    expect(await stock()).toBe(before + 1)
    await row.getByText(/已收 1 件 · 已退款 1 件/).waitFor()
    await pictures('returns-refunded')
  })

  it('that the shop refuses says what happened there, and shows the return as it is there', async () => {
    const one = await requested()
    const row = await open(one)
    // Webhooks are lost meanwhile: the shop's message about the decline would sometimes arrive before the press.
    const loss = (value: number): Promise<unknown> =>
      control(spec.app(), 'POST', 'quirks', { name: 'shopify.webhook-loss-chance', value })
    await loss(1)
    await control(spec.app(), 'POST', `${one.shop}/return-step`, { step: 'decline', note: 'by staff' })
    await loss(0)
    await button(row, '同意退货').click()
    const window = dialog(`同意退货 ${one.name}`)
    await button(window, '同意退货').click()
    await window.getByText('在店铺里已是“已拒绝”，这一次没有提交').waitFor()
    await window.getByText('关掉这个窗口，就看到店铺现在的结果').waitFor()
    await pictures('returns-refused')
    await button(window, /^取\s?消$/).click()
    await row.getByText('店铺没有接受').waitFor()
    expect(await button(row, '同意退货').count()).toBe(0)
  })

  it('whose answer was lost says that it is being checked, refuses a second one, and is not made twice', async () => {
    const one = await requested()
    const row = await approved(one)
    const before = (await taken('returnProcess')).length
    const fault = { vendor: 'shopify', call: 'returnProcess', times: 1, every: 1, fault: { kind: 'drop-before' } }
    await control(spec.app(), 'POST', 'faults', fault)
    await button(row, /^退\s?款$/).click()
    const window = refunding(one)
    await fillPlace(window)
    await button(window, /^退\s?款$/).click()
    await window.getByText('请不要到店铺后台再做一次').waitFor()
    await pictures('returns-lost')
    await button(window, /^取\s?消$/).click()
    await row.getByText('结果未知').waitFor()
    const again = button(row, /^退\s?款$/)
    await soon(() => again.isDisabled()).toBe(true)
    expect(await again.getAttribute('title')).toBe('上一次提交还没有结果，正在核对')
    await list()
    await inList(one)
      .getByText(/退款：结果未知/)
      .waitFor()
    await pictures('returns-unknown')
    expect((await taken('returnProcess')).length).toBe(before)
    expect((await inShop(one)).refunds).toEqual([])
  })

  it('of a role without the right to refund says who can give it', async () => {
    const one = await requested()
    await approved(one)
    const clerk = await openSession(spec.app().url)
    try {
      await enter(clerk.page, spec.app().url, ...CLERK)
      await visit(clerk.page, '/order/returns')
      const words = '退款要有“退货退款”的权限，您没有，请管理员在角色管理中授权'
      await clerk.page.getByText(words).waitFor()
      const row = clerk.page.locator('li[data-return]').filter({ hasText: one.name })
      expect(await button(row, /^退\s?款$/).isDisabled()).toBe(true)
      await visit(clerk.page, `/order/list?order=${one.orderId}`)
      const shown = clerk.page.getByRole('listitem', { name: `退货 ${one.name}` })
      await shown.getByText(words).waitFor()
      expect(await button(shown, /^退\s?款$/).getAttribute('title')).toBe('没有操作权限，请管理员在角色管理中授权')
      await clerk.picture('returns-clerk')
    } finally {
      await clerk.close()
    }
  })
})
