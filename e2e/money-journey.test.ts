import type { Locator } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { ADMIN, openSpec, soon } from './spec.ts'
import { visit } from './visit.ts'
import { control } from './control.ts'
import { buyInShop } from './shopper.ts'

type Witness = { orders: number; open: number; payments: number; orderIds: string[] }

/**
 * The whole path from an order to its payment and delivery (issue of the order centre): a customer buys on the storefront, and at the end
 * the tracking number of the parcel is in the shop. Everything that a clerk does is done in the browser; the simulator's own records are
 * compared.
 */
describe('from a customer’s order to the parcel', () => {
  const spec = openSpec(ADMIN, { own: true })
  const { page, app, session } = spec
  const numbers: string[] = []
  let merged = ''
  let orderId = ''

  const view = (): Locator => page().locator('[data-view]:visible')
  const dialog = (name: string | RegExp): Locator => page().getByRole('dialog').filter({ hasText: name }).last()
  const button = (within: Locator, name: string | RegExp): Locator => within.getByRole('button', { name })
  const bar = (): Locator => page().getByRole('toolbar', { name: '批量操作' })
  const purchases = (): Locator => view().locator('li[data-purchase]')
  const order = (number: string): Locator =>
    view()
      .locator('li[data-order]')
      .filter({ has: page().getByRole('button', { name: number, exact: true }) })
  const tab = (name: RegExp): Promise<void> => view().getByRole('tab', { name }).click()

  const shop = (product: string, quantity: number): Promise<string> => buyInShop(page(), app(), product, quantity)

  async function buyFor(number: string): Promise<void> {
    await visit(page(), `/order/list?keyword=${encodeURIComponent(number)}`)
    await view()
      .getByRole('checkbox', { name: `选择 ${number}` })
      .click()
    await button(bar(), '生成采购单').click()
    const drawer = dialog('生成采购单')
    await button(drawer, '生成 1 张采购单').click()
    const made = dialog('采购单已生成')
    await made.getByText('全部成功（1）').waitFor()
    await button(made, '完成').click()
  }

  beforeAll(async () => {
    await visit(page(), '/order/list')
    await page().getByText('还没有订单').first().waitFor()
  })

  it('a customer buys twice, and both orders arrive', async () => {
    numbers.push(await shop('Enamel Camp Mug', 30), await shop('Enamel Camp Mug', 20))
    for (const number of numbers) await order(number).waitFor()
  })

  it('the product is linked to a 1688 SKU once, and both orders may be bought', async () => {
    await order(numbers[0]!)
      .getByRole('button', { name: /关联货源$/ })
      .first()
      .click()
    const link = page().getByRole('dialog', { name: '关联1688货源' })
    await link.getByLabel('搜索1688货源').fill('马克杯')
    await page().keyboard.press('Enter')
    await link.getByRole('cell').getByRole('button').first().click()
    await link
      .getByRole('radio', { name: /^选规格/ })
      .first()
      .click()
    await button(link, /^关\s?联$/).click()
    for (const number of numbers) await order(number).getByText('待采购').first().waitFor()
  })

  it('each order becomes a purchase, and the two of one supplier are merged', async () => {
    for (const number of numbers) await buyFor(number)
    await visit(page(), '/purchase/list')
    await soon(() => purchases().count()).toBe(2)
    await page().getByLabel('选中本页全部采购单').click()
    await button(bar(), /^合\s?并$/).click()
    await button(dialog('合并 2 张采购单'), '把 2 张合成 1 张').click()
    await button(dialog('合并结果'), '知道了').click()
    await visit(page(), '/purchase/list?state=reviewing')
    await soon(() => purchases().count()).toBe(1)
    merged = await purchases()
      .first()
      .getByRole('button', { name: /^CG\d+$/ })
      .first()
      .innerText()
    await purchases().first().getByRole('checkbox').click()
    await button(bar(), '审核通过').click()
  })

  it('is placed once and paid at the cashier', async () => {
    await tab(/^待下单/)
    await button(purchases().first(), /^下单 CG/).click()
    await button(dialog('向1688下单'), '确认下单').click()
    await tab(/^待付款/)
    await button(purchases().first(), /^付款 CG/).click()
    const pay = dialog('付款：1 张采购单')
    await button(pay, '获取付款链接').click()
    const link = pay.getByRole('link', { name: '打开收银台付款' })
    const [cashier] = await Promise.all([page().context().waitForEvent('page'), link.click()])
    await cashier.locator('#pay').click()
    await cashier.locator('[data-outcome=paid]').waitFor()
    await cashier.close()
    await button(pay, '我已付款').click()
    const witness = await control<Witness>(app(), 'GET', `1688/witness?outOrderId=${merged}`)
    expect(witness).toMatchObject({ orders: 1, open: 1, payments: 1 })
    orderId = witness.orderIds[0]!
  })

  it('is sent by the seller, and the purchase awaits the goods automatically', async () => {
    await control(app(), 'POST', `1688/orders/${orderId}/ship`, { how: 'whole' })
    await visit(page(), '/purchase/list?state=to-receive')
    await purchases().first().waitFor()
    await soon(() => purchases().first().innerText()).toContain(merged)
  })

  /** Scans the code on the goods at the receiving bench, and enters how many arrived. */
  async function receive(pieces: number): Promise<void> {
    await visit(page(), '/purchase/receive')
    const scan = view().getByRole('textbox').first()
    await scan.fill(merged)
    await scan.press('Enter')
    const card = view().getByRole('article', { name: `采购单 ${merged}` })
    await card.getByLabel(/^实收/).first().fill(String(pieces))
    await button(card, /^收\s?货/)
      .first()
      .click()
    await card.getByText(`+${pieces}`).first().waitFor()
  }

  it('arrives in part, for the older order first, and then completely', async () => {
    await receive(30)
    await visit(page(), '/purchase/list?state=part-received')
    await purchases().first().waitFor()
    await visit(page(), '/order/list?state=to-ship')
    await order(numbers[0]!).waitFor()
    await session().picture('part-received')
    await receive(20)
    await visit(page(), '/purchase/list?state=done')
    await purchases().first().waitFor()
    await visit(page(), '/order/list?state=to-ship')
    for (const number of numbers) await order(number).waitFor()
  })

  it('the tracking number is in the shop, for exactly the pieces, once', async () => {
    await page()
      .getByRole('checkbox', { name: `选择 ${numbers[0]!}` })
      .click()
    await page()
      .getByRole('checkbox', { name: `选择 ${numbers[1]!}` })
      .click()
    await button(bar(), /^发\s?货$/).click()
    const ship = dialog('发货：2 张订单')
    for (const [index, number] of numbers.entries())
      await ship.getByLabel(`${number} 的运单号`).fill(`YT20261121000${index}`)
    await ship.getByLabel('统一承运商').fill('YunExpress')
    await page().keyboard.press('Enter')
    await button(ship, /^发\s?货/)
      .last()
      .click()
    await visit(page(), '/order/ship?state=sent')
    for (const number of numbers) await view().getByText(number).first().waitFor()
    type Sent = { order: string; quantity: number; numbers: string[] }
    const books = await control<{ fulfillments: Sent[] }>(app(), 'GET', 'shopify/bridge-us/fulfillments')
    expect(JSON.stringify(books)).toContain('YT202611210000')
    // The shop archives orders that are shipped and paid, which completes them in the app too.
    await visit(page(), '/order/list?state=done')
    for (const number of numbers) await order(number).getByText('已回传').first().waitFor()
    await session().picture('shipped')
  })

  it('leaves a ledger that proves one intent, one order and one payment, and no error in the browser', async () => {
    await visit(page(), '/purchase/ledger')
    await button(view(), '校验账本').click()
    const proof = page().getByRole('status', { name: '账本校验结果' })
    await proof.getByText('账本完整，没有重复下单').waitFor()
    await soon(() => proof.innerText()).toContain('1 个意图 = 1 已下单')
    expect(session().complaints).toEqual([])
  })
})
