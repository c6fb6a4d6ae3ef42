import type { Locator } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { soon } from './browser.ts'
import { deliveryWorld } from './delivery-world.ts'
import type { DeliveryWorld } from './delivery-world.ts'
import { visit } from './visit.ts'
import { ADMIN, openSpec } from './spec.ts'

/** A warehouse clerk's day: what arrives, what does not, and what is shipped to the shoppers. The simulator's own records are compared. */
describe('the delivery screens', () => {
  const { app, session, page } = openSpec(ADMIN, { own: true })
  let world: DeliveryWorld

  beforeAll(async () => {
    world = await deliveryWorld(app(), page())
  })

  /** Hidden tabs stay in the page. */
  const view = (): Locator => page().locator('[data-view]:visible')
  const dialog = (name: string | RegExp): Locator => page().getByRole('dialog').filter({ hasText: name }).last()
  const button = (within: Locator, name: string | RegExp): Locator => within.getByRole('button', { name })
  const card = (number: string): Locator => view().getByRole('article', { name: `采购单 ${number}` })
  const reported = (words: string | RegExp): Promise<void> => session().reported(words)

  /** Scans the code of the goods at the receiving bench. */
  async function scan(code: string): Promise<Locator> {
    await visit(page(), '/purchase/receive')
    const field = view().getByRole('textbox', { name: /^扫描/ })
    await field.fill(code)
    await field.press('Enter')
    await card(code).waitFor()
    return card(code)
  }
  async function receive(number: string, pieces: number): Promise<void> {
    const at = await scan(number)
    await at.getByLabel(/^实收/).first().fill(String(pieces))
    await button(at, /^收\s?货 \d/).click()
    await at.getByText(`+${pieces}`).first().waitFor()
  }
  /** 待收 of the only line. */
  const rest = (number: string): Promise<string> => card(number).locator('tr[data-line] td').nth(3).innerText()

  describe('goods at the warehouse', () => {
    let bought: Awaited<ReturnType<DeliveryWorld['buy']>>

    it('arrive in part; a receipt is reversed by an entry of its own; and the rest is still expected', async () => {
      bought = await world.buy(12)
      await world.send(bought)
      await receive(bought.number, 5)
      await soon(() => rest(bought.number)).toBe('7')
      await button(card(bought.number), /^冲\s?销$/)
        .first()
        .click()
      const sure = dialog('冲销收货 5 件')
      await sure.getByRole('textbox').fill('点错了数量')
      await button(sure, /^冲\s?销$/).click()
      await reported('已冲销')
      await soon(() => rest(bought.number)).toBe('12')
      await receive(bought.number, 8)
      await soon(() => rest(bought.number)).toBe('4')
      await session().picture('receive-part')
    })

    it('that did not all arrive are confirmed at 1688 only after the missing quantity was seen and a reason was given', async () => {
      await button(card(bought.number), '1688确认收货').click()
      const ask = dialog('1688确认收货')
      await ask.getByText('差 4 件').waitFor()
      await button(ask, /^确认收货/).click()
      await ask.getByRole('alert').filter({ hasText: '没有收齐的1688订单，勾选后才会确认' }).waitFor()
      await ask.getByRole('checkbox').click()
      await button(ask, /^确认收货/).click()
      await ask.getByRole('alert').filter({ hasText: '请填写没有收齐也确认的原因' }).waitFor()
      await session().picture('confirm-missing')
      await ask.getByLabel('没有收齐也确认的原因').fill('缺的卖家另外退款')
      await soon(() => ask.getByRole('alert').count()).toBe(0)
      // This clerk cancels, so the money is not released.
      await button(ask, /^取\s?消$/).click()
      expect(await world.alibabaStatus(bought)).not.toMatch(/confirm_goods|success/)
    })

    it('whose rest never arrives are terminated: nothing is expected any more, and the demand returns to its order', async () => {
      await button(card(bought.number), '终止剩余').click()
      const why = dialog('终止剩余')
      await why.getByRole('textbox').fill('卖家缺货，已退款')
      await button(why, '终止剩余').click()
      await reported(/已终止，4 件需求退回订单/)
      await soon(() => rest(bought.number)).toBe('0')
      await soon(() => button(card(bought.number), /^冲\s?销$/).count()).toBe(0)
      const [line] = await world.lines(bought)
      expect(line).toMatchObject({ purchased: 8, received: 8, toBuy: 4 })
    })
  })

  describe('goods for customers', () => {
    let ready: Awaited<ReturnType<DeliveryWorld['buy']>>

    /** The shipping dialog of the order in the order list. */
    async function openShipping(order: string): Promise<Locator> {
      await visit(page(), `/order/list?keyword=${encodeURIComponent(order)}`)
      await view()
        .getByRole('checkbox', { name: `选择 ${order}` })
        .click()
      await button(page().getByRole('toolbar', { name: '批量操作' }), /^发\s?货$/).click()
      const window = dialog('发货：1 张订单')
      await window.getByLabel(`${order} 的运单号`).waitFor()
      return window
    }

    it('are sent with a courier that the shop does not know, and the address that was typed for it', async () => {
      ready = await world.buy(3)
      await world.send(ready)
      await receive(ready.number, 3)
      const window = await openShipping(ready.order)
      await window.getByLabel(`${ready.order} 的运单号`).fill('YW880011')
      await window.getByLabel('统一承运商').fill('YunExpress')
      await soon(() => window.getByLabel(`${ready.order} 的查询网址`).count()).toBe(0)
      await window.getByLabel('统一承运商').fill('燕文专线')
      const url = window.getByLabel(`${ready.order} 的查询网址`)
      await soon(() => url.getAttribute('placeholder')).toContain('YW880011')
      await url.fill('track.example/{number}')
      await window.getByText('不是网址').first().waitFor()
      await url.fill('https://track.example/{number}')
      await session().picture('ship-url')
      await button(window, /^发\s?货/)
        .last()
        .click()
      await dialog('发货结果').getByText('全部成功（1）').waitFor()
      await soon(() => world.sent(ready)).toMatchObject([
        {
          status: 'SUCCESS',
          units: 3,
          tracking: [{ company: '燕文专线', number: 'YW880011', url: 'https://track.example/YW880011' }],
        },
      ])
      await visit(page(), '/order/ship?state=sent')
      await view().locator('li[data-shipment]').filter({ hasText: ready.order }).waitFor()
    })

    it('whose fulfilment the shop’s own staff cancelled can be sent again, without reading the order by hand', async () => {
      await world.staff(ready, 'unfulfil')
      await visit(page(), '/order/ship?state=cancelled')
      const row = view().locator('li[data-shipment]').filter({ hasText: ready.order })
      await row.getByText('店铺里有人撤销了发货').waitFor()
      await session().picture('ship-cancelled')
      const window = await openShipping(ready.order)
      await window.getByLabel(`${ready.order} 的运单号`).fill('UPS1Z7788')
      await window.getByLabel('统一承运商').fill('UPS')
      await button(window, /^发\s?货/)
        .last()
        .click()
      await dialog('发货结果').getByText('全部成功（1）').waitFor()
      await soon(async () => (await world.sent(ready)).filter(({ status }) => status === 'SUCCESS')).toMatchObject([
        { units: 3, tracking: [{ company: 'UPS', number: 'UPS1Z7788' }] },
      ])
    })
  })

  it('of an order that is cancelled while its goods are being bought: asks what to do with the pieces', async () => {
    const planned = await world.plan(6)
    await world.staff(planned, 'cancel')
    await visit(page(), '/purchase/list?state=reviewing')
    const row = view().locator('li[data-purchase]').filter({ hasText: planned.number })
    await row.getByText('截单提醒 6 件').waitFor()
    await row.getByRole('button', { name: planned.number }).first().click()
    const alarm = page().getByRole('region', { name: '截单提醒' })
    await alarm.getByText('6 件已没有订单要').waitFor()
    await session().picture('order-cut')
    await button(alarm, '留作库存').click()
    await reported('已留作库存')
    await soon(() => alarm.count()).toBe(0)
  })

  it('of a parcel without events are marked, and the parcel can be found', async () => {
    const waiting = await world.buy(2)
    await world.send(waiting)
    // No hour has to pass: with a limit of 0 every parcel counts as stalled.
    await world.silentAfter(0)
    const at = await scan(waiting.number)
    await button(at, '刷新物流').click()
    await reported(/个包裹/)
    await visit(page(), '/purchase/receive?tab=parcels&state=stalled')
    const parcel = view().locator('li[data-parcel]').filter({ hasText: waiting.number })
    await parcel.getByText('停滞').waitFor()
    await session().picture('parcel-stalled')
    await world.silentAfter(72)
  })

  it('causes no errors in the browser', () => {
    expect(session().complaints).toEqual([])
  })
})
