import type { Frame, Locator } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { deliveryWorld } from './delivery-world.ts'
import type { DeliveryWorld } from './delivery-world.ts'
import { visit } from './visit.ts'
import { ADMIN, openSpec } from './spec.ts'

const POINTS_PER_MM = 72 / 25.4

/** Labels and packing slips: what the print window gets, as PDF. */
describe('what is printed for a parcel', () => {
  const { app, session, page, ask } = openSpec(ADMIN, { own: true })
  let order: string

  beforeAll(async () => {
    const world: DeliveryWorld = await deliveryWorld(app(), page())
    const deal = await world.buy(3)
    order = deal.order
    const { lines } = await ask<{ lines: { id: string }[] }>('GET', '/api/purchase/center/getPurchaseOrderSkuDetails', {
      purchaseId: deal.purchaseId,
    })
    await ask('POST', '/api/purchase/delivery/receiveGoods', {
      purchaseId: deal.purchaseId,
      key: crypto.randomUUID(),
      lines: [{ lineId: lines[0]!.id, quantity: 3 }],
      unsentReason: '货先到了',
    })
    await ask('POST', '/api/purchase/delivery/shipOrders', {
      items: [{ orderId: deal.orderId, carrier: '燕文', numbers: ['YW880011', 'YW880012'] }],
    })
    // Headless Chromium has no print window: the document stays in its frame.
    await page().addInitScript(() => {
      window.print = () => undefined
    })
    await page().goto('/order/ship')
  })

  const view = (): Locator => page().locator('[data-view]:visible')

  /** Presses a button of the selected shipment; returns the printed document as a PDF and its text. */
  async function printed(button: string): Promise<{ text: string; pdf: string; codes: number }> {
    await visit(page(), '/order/ship')
    await view()
      .getByRole('checkbox', { name: new RegExp(order) })
      .click()
    const before = new Set(page().frames())
    await page().getByRole('toolbar', { name: '批量操作' }).getByRole('button', { name: button }).click()
    const frame = page()
      .frames()
      .find((one) => !before.has(one)) as Frame
    const [html, text] = [await frame.content(), await frame.locator('body').innerText()]
    const codes = await frame.locator('svg path').count()
    const sheet = await page().context().newPage()
    await sheet.setContent(html)
    await sheet.screenshot({ path: `e2e/output/printed-${codes}.png`, fullPage: true })
    const pdf = (await sheet.pdf({ preferCSSPageSize: true })).toString('latin1')
    await sheet.close()
    return { text, pdf, codes }
  }
  /** Width and height of every page, in millimetres. */
  const pagesOf = (pdf: string): number[][] =>
    [...pdf.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(([, width, height]) => [
      Math.round(Number(width) / POINTS_PER_MM),
      Math.round(Number(height) / POINTS_PER_MM),
    ])

  it('is a label of 100 × 150 mm for each waybill, with its barcode, in Chinese and Latin letters', async () => {
    const { text, pdf, codes } = await printed('打印标签')
    expect(pagesOf(pdf)).toEqual([
      [100, 150],
      [100, 150],
    ])
    expect(codes).toBe(2)
    for (const words of ['YW880011', 'YW880012', '燕文', order, '包裹 Parcel 2/2', 'Storage Box', '共 3 件'])
      expect(text).toContain(words)
  })

  it('is a packing slip on A4, with the order’s barcode and the sum of its pieces', async () => {
    const { text, pdf, codes } = await printed('打印装箱单')
    expect(pagesOf(pdf)).toEqual([[210, 297]])
    expect(codes).toBe(1)
    for (const words of ['装箱单 Packing slip', order, 'YW880011, YW880012', '合计 Total'])
      expect(text).toContain(words)
    await session().picture('shipments-printing')
  })
})
