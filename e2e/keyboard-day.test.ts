import type { Locator } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { control } from './control.ts'
import { deliveryWorld } from './delivery-world.ts'
import type { DeliveryWorld } from './delivery-world.ts'
import { openKeyboard } from './keyboard.ts'
import type { Keyboard } from './keyboard.ts'
import { ADMIN, openSpec, soon } from './spec.ts'
import { resolved } from './visit.ts'

type Witness = { orders: number; payments: number; orderIds: string[] }

/**
 * The working day of a person without a mouse: everything is reached with Tab, the arrow keys, Enter and the shortcuts; the focus is always
 * visible, is never trapped, and returns to what opened a window when that is closed.
 */
describe('a working day by keyboard alone', () => {
  const { app, session, page } = openSpec(undefined, { own: true })
  let keys: Keyboard
  let world: DeliveryWorld
  let sold: Awaited<ReturnType<DeliveryWorld['sell']>>
  let purchase = ''

  const view = (): Locator => page().locator('[data-view]:visible')
  const dialog = (name: string | RegExp): Locator => page().getByRole('dialog').filter({ hasText: name }).last()
  const button = (within: Locator, name: string | RegExp): Locator => within.getByRole('button', { name })
  const path = (): string => new URL(page().url()).pathname
  const hasFocus = (target: Locator) => soon(() => keys.has(target))

  /** With the palette, which leaves the focus in the page that it opens. */
  async function goTo(title: string, address: string): Promise<void> {
    await keys.press('Control+k')
    await hasFocus(page().getByRole('combobox', { name: /^搜索页面/ })).toBe(true)
    await keys.type(title)
    await page().getByRole('option', { name: title }).first().waitFor()
    await keys.press('Enter')
    await soon(path).toBe(address)
    await resolved(page())
  }
  /** A window that is closed gives the focus back to what opened it. */
  async function closes(window: Locator, opener: Locator): Promise<void> {
    await soon(() => keys.isIn(window)).toBe(true)
    await keys.press('Escape')
    await window.waitFor({ state: 'hidden' })
    await hasFocus(opener).toBe(true)
  }
  async function turnTo(name: RegExp): Promise<void> {
    const tab = view().getByRole('tab', { name })
    await keys.enter(tab)
    await soon(() => tab.getAttribute('aria-selected')).toBe('true')
    await resolved(page())
  }

  beforeAll(async () => {
    keys = await openKeyboard(page())
    await page().context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page().goto('/login')
  })

  it('begins with the account’s name, which has the focus, and ends on the home page', async () => {
    await hasFocus(page().getByLabel('账号')).toBe(true)
    await keys.type(ADMIN[0])
    await keys.tabTo(page().getByLabel('密码', { exact: true }))
    await keys.type(ADMIN[1])
    await keys.press('Enter')
    await page().getByRole('navigation').first().waitFor()
    await soon(path).toBe('/')
    await resolved(page())
    world = await deliveryWorld(app(), page())
    sold = await world.sell(2)
    // The forwarder's row with the tracking number, which a later test pastes.
    await page().evaluate(
      (text) => navigator.clipboard.writeText(text),
      `${sold.order.slice(1)}\tYunExpress\tYT2026112100001`,
    )
  })

  it('the first Tab offers to go over the menu into the page', async () => {
    const skip = page().getByRole('button', { name: '跳到内容' })
    await keys.tabTo(skip)
    const { y } = (await skip.boundingBox())!
    expect(y).toBeGreaterThan(0)
    await keys.press('Enter')
    await keys.press('Tab')
    expect(await keys.has(view())).toBe(true)
    const stops = await keys.tour()
    expect(stops.length).toBeGreaterThan(5)
  })

  it('an order is opened, looked at and closed, and then bought', async () => {
    await goTo('订单列表', '/order/list')
    const row = view().locator('li[data-order]').first()
    await row.waitFor()
    expect((await keys.tour()).length).toBeGreaterThan(20)
    await keys.press('j')
    const number = row.getByRole('button', { name: sold.order, exact: true })
    await hasFocus(number).toBe(true)
    await keys.press('Enter')
    const drawer = dialog(sold.order)
    await drawer.getByText('Storage Box').first().waitFor()
    await closes(drawer, number)
    await keys.press('?')
    await closes(page().getByRole('dialog', { name: '快捷键' }), number)
    await keys.press('/')
    await hasFocus(view().locator('[data-hq-search]').first()).toBe(true)
    // In a field letters are text: the page's keys work only when the focus has left it.
    await keys.tabTo(button(view(), '更多筛选'))
    await keys.press('j')
    await keys.press('x')
    await soon(() => row.getAttribute('data-selected')).toBe('true')
    await keys.press('p')
    await closes(dialog('生成采购单'), number)
    await keys.press('p')
    const create = dialog('生成采购单')
    const make = button(create, '生成 1 张采购单')
    await soon(() => make.isEnabled()).toBe(true)
    await keys.enter(make)
    const made = dialog('采购单已生成')
    purchase = await button(made, /^CG\d+$/).innerText()
    await keys.enter(button(made, '全部审核通过'))
    await keys.enter(button(made, '去下单'))
    await soon(path).toBe('/purchase/list')
  })

  it('the purchase is placed and paid', async () => {
    await goTo('采购单列表', '/purchase/list')
    await turnTo(/^待下单/)
    const row = view().locator('li[data-purchase]').filter({ hasText: purchase })
    await row.waitFor()
    expect((await keys.tour()).length).toBeGreaterThan(20)
    await keys.press('j')
    const opener = button(row, `下单 ${purchase}`)
    await keys.enter(opener)
    await closes(dialog('向1688下单'), opener)
    await keys.press('Enter')
    const confirm = button(dialog('向1688下单'), '确认下单')
    await soon(() => confirm.isEnabled()).toBe(true)
    await keys.enter(confirm)
    await soon(async () => (await witness()).orders).toBe(1)

    await goTo('采购单列表', '/purchase/list')
    await turnTo(/^待付款/)
    await row.waitFor()
    await keys.press('j')
    await keys.enter(button(row, `付款 ${purchase}`))
    const pay = dialog('付款：1 张采购单')
    const atOnce = pay.getByRole('radio', { name: '支付宝免密支付' })
    await keys.tabTo(pay.getByRole('radiogroup'))
    for (let presses = 0; presses < 8 && !(await atOnce.isChecked()); presses++) await keys.press('ArrowRight')
    const now = button(pay, /^立即付款/)
    await soon(() => now.isEnabled()).toBe(true)
    await keys.enter(now)
    await soon(witness).toMatchObject({ orders: 1, payments: 1 })
  })

  it('what arrives is scanned and counted', async () => {
    for (const id of (await witness()).orderIds)
      await control(app(), 'POST', `1688/orders/${id}/ship`, { how: 'whole' })
    await goTo('采购单列表', '/purchase/list')
    await turnTo(/^待收货/)
    await view().locator('li[data-purchase]').filter({ hasText: purchase }).waitFor()
    await goTo('收货', '/purchase/receive')
    const scan = view().getByRole('textbox', { name: /^扫描/ })
    await hasFocus(scan).toBe(true)
    await keys.type(purchase)
    await keys.press('Enter')
    const card = view().getByRole('article', { name: `采购单 ${purchase}` })
    const count = card.getByLabel(/^实收/).first()
    await keys.tabTo(count)
    await keys.type('2')
    await keys.press('Enter')
    await card.getByText('+2').first().waitFor()
    await hasFocus(scan).toBe(true)
    expect((await keys.tour()).length).toBeGreaterThan(8)
  })

  it('the pasted tracking number is sent to the shop', async () => {
    await goTo('发货回传', '/order/ship')
    const paste = button(view(), '粘贴发货单')
    await keys.enter(paste)
    const window = dialog('粘贴发货单')
    await closes(window, paste)
    await keys.press('Enter')
    await hasFocus(window.getByRole('textbox', { name: '发货单' })).toBe(true)
    await keys.press('Control+v')
    await keys.enter(button(window, /^预\s?览$/))
    await keys.enter(button(window, '发货 1 行'))
    const done = dialog('发货结果')
    await done.getByText('全部成功（1）').waitFor()
    await keys.enter(button(done, '知道了'))
    await hasFocus(paste).toBe(true)
    await soon(() => world.sent(sold)).toMatchObject([
      { status: 'SUCCESS', units: 2, tracking: [{ number: 'YT2026112100001' }] },
    ])
    expect((await keys.tour()).length).toBeGreaterThan(10)
  })

  it('the focus was always visible, no mouse was used, and the browser has nothing to complain about', async () => {
    expect(keys.faults).toEqual([])
    expect(await keys.pointers()).toBe(0)
    expect(session().complaints).toEqual([])
  })

  async function witness(): Promise<Witness> {
    return control<Witness>(app(), 'GET', `1688/witness?outOrderId=${purchase}`)
  }
})
