import type { Locator } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { control } from './control.ts'
import { deliveryWorld } from './delivery-world.ts'
import type { Deal } from './delivery-world.ts'
import { ADMIN, openSpec, soon } from './spec.ts'
import { visit } from './visit.ts'

/** A red square, as a photo of a broken piece. */
const PHOTO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mP8z8BQz0AEYBxVSF+FABJADveWkH6oAAAAAElFTkSuQmCC',
  'base64',
)

/** From the shopper's request to the supplier's refund, without using the shop's admin. */
describe('a return on the screens', () => {
  const spec = openSpec(ADMIN, { own: true })
  const { page, session } = spec
  let deal: Deal
  beforeAll(async () => {
    const world = await deliveryWorld(spec.app(), page())
    deal = await world.buy(3)
    await world.send(deal)
    await world.staff(deal, 'fulfil')
    const shop = `shopify/bridge-us/orders/${deal.order.slice(1)}`
    const { order } = await control<{ order: { lines: { id: string }[] } }>(spec.app(), 'GET', shop)
    const lines = [{ lineId: order.lines[0]!.id, quantity: 2, reason: 'DEFECTIVE', note: 'broken' }]
    await control(spec.app(), 'POST', `${shop}/return`, { lines, requested: true })
    await spec.ask('POST', '/api/order/center/refreshOrder', { orderId: deal.orderId })
  })

  const dialog = (name: string | RegExp): Locator => page().getByRole('dialog').filter({ hasText: name }).last()
  const button = (within: Locator, name: string | RegExp): Locator => within.getByRole('button', { name })
  /** The inputs with which the shop was called. */
  const asked = async (call: string): Promise<string[]> => {
    const { entries } = await control<{ entries: { request: unknown; effect?: string }[] }>(
      spec.app(),
      'GET',
      `ledger?call=${call}&limit=50`,
    )
    return entries.filter(({ effect }) => effect !== undefined).map(({ request }) => JSON.stringify(request))
  }

  it('is approved, refunded with its pieces back in stock, and claimed from the supplier with a photo', async () => {
    await visit(page(), `/order/list?order=${deal.orderId}`)
    const drawer = dialog(deal.order)
    const row = drawer.getByRole('listitem', { name: `退货 ${deal.order}-R1` })
    await row.waitFor()
    await button(row, '同意退货').click()
    const answer = dialog(`同意退货 ${deal.order}-R1`)
    await session().picture('order-return-approve')
    await button(answer, '同意退货').click()
    await session().reported('已同意退货')
    await row.getByText('退货中').waitFor()
    expect(await asked('returnApproveRequest')).toHaveLength(1)

    await button(row, /^退\s?款$/).click()
    const refund = dialog('会写入店铺的内容')
      .or(dialog(`退款 · 退货 ${deal.order}-R1`))
      .last()
    const written = refund.getByRole('list', { name: '会写入店铺的内容' })
    await written.getByText('处理 2 件退货').waitFor()
    if (await refund.getByLabel('退回的仓库').isVisible()) {
      await refund.getByLabel('退回的仓库').click()
      await page().locator('.ant-select-item-option').first().click()
    }
    await soon(() => written.innerText()).toMatch(/2 件退回库存（.+）/)
    await session().picture('order-return-refund')
    expect(await asked('returnProcess')).toHaveLength(0)
    await button(refund, /^退\s?款$/).click()
    await session().reported('已退款')
    const [sent, ...more] = await asked('returnProcess')
    expect(more).toEqual([])
    expect(sent).toContain('RESTOCKED')
    await row.getByText(/已退款 2 件/).waitFor()

    await row.getByLabel('选择照片').setInputFiles({ name: 'broken.png', mimeType: 'image/png', buffer: PHOTO })
    await row.getByRole('button', { name: '去掉照片 1' }).waitFor()
    await button(row, /^向供应商申请退款/).click()
    const claim = dialog('申请退款 · 1688订单')
    await claim.getByLabel('退款金额').waitFor()
    expect(await claim.getByLabel('退款说明').inputValue()).toBe('买家退货 2 件：有瑕疵，broken')
    await claim.getByRole('button', { name: '去掉照片 1' }).waitFor()
    await claim.getByLabel('退款原因').click()
    await page()
      .locator('.ant-select-item-option')
      .filter({ hasText: /要附照片/ })
      .first()
      .click()
    await session().picture('order-return-claim')
    await button(claim, '提交申请').click()
    await session().reported('已申请退款')
    const { refunds } = await control<{ refunds: { orderId: string; vouchers: string[]; description: string }[] }>(
      spec.app(),
      'GET',
      '1688/refunds',
    )
    expect(refunds.filter(({ orderId }) => deal.alibabaOrderIds.includes(orderId))).toMatchObject([
      { description: '买家退货 2 件：有瑕疵，broken', vouchers: [expect.stringContaining('voucher')] },
    ])

    // 1688 has no call for messages to sellers: the person copies the text and pastes it into the chat there.
    await page().context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await button(row, /^复制给供应商的话/).click()
    await session().reported('复制成功')
    const message = await page().evaluate(() => navigator.clipboard.readText())
    expect(message).toContain(`1688订单 ${deal.alibabaOrderIds[0]}`)
    expect(message).toContain('买家退货 2 件：有瑕疵，broken，有照片 1 张。已在订单里申请退款')
    for (const width of [1024, 1440]) {
      await page().setViewportSize({ width, height: 900 })
      await session().picture(`order-return-claimed-${width}`)
    }

    await button(row, '结束退货').click()
    await button(dialog(`结束退货 ${deal.order}-R1`), '结束退货').click()
    await session().reported('已结束')
    const closed = page().getByRole('listitem', { name: `退货 ${deal.order}-R1` })
    await closed.getByText(/\d 完成$/).waitFor()
  })
})
