import type { Locator } from 'playwright-core'
import { beforeAll } from 'vitest'
import { ADMIN, openSpec, soon } from './spec.ts'
import { visit } from './visit.ts'
import { control } from './control.ts'

export type Offer = { offerId: string; supplierName: string; skus: { skuId: string }[] }
export type Made = {
  id: string
  number: string
  version: number
  note: string
  state: string
  freightMinor: number | null
}
export type Witness = { orders: number; open: number; payments: number; orderIds: string[] }

export const PURCHASES = '/api/purchase/center'

/** An installation of its own, eight offers of the market, and the actions of a buyer in the list of purchase orders. */
export function openPurchases() {
  const spec = openSpec(ADMIN, { own: true })
  const { page, app, session, ask } = spec
  const offers: Offer[] = []

  /** Hidden tabs stay in the page. */
  const view = (): Locator => page().locator('[data-view]:visible')
  const dialog = (name: string | RegExp): Locator => page().getByRole('dialog').filter({ hasText: name }).last()
  const button = (within: Locator, name: string | RegExp): Locator => within.getByRole('button', { name })
  const bar = (): Locator => page().getByRole('toolbar', { name: '批量操作' })
  const rows = (): Locator => view().locator('li[data-purchase]')
  const row = ({ id }: Pick<Made, 'id'>): Locator => view().locator(`li[data-purchase="${id}"]`)
  const item = (name: string): Locator =>
    page().locator('.ant-dropdown:not(.ant-dropdown-hidden)').getByRole('menuitem', { name, exact: true })

  const witness = ({ number }: Made): Promise<Witness> =>
    control<Witness>(app(), 'GET', `1688/witness?outOrderId=${number}`)
  const now = ({ id }: Made): Promise<Made> =>
    ask<Made>('GET', `${PURCHASES}/getPurchaseOrderSkuDetails`, { purchaseId: id })

  async function make(index: number, quantity = 60): Promise<Made> {
    const { offerId, skus } = offers[index]!
    const { purchases } = await ask<{ purchases: Made[] }>('POST', `${PURCHASES}/createPurchaseOrder`, {
      key: crypto.randomUUID(),
      items: [{ offerId, skuId: skus[0]?.skuId ?? null, quantity }],
    })
    return purchases[0]!
  }
  const open = (query: string): Promise<void> => visit(page(), `/purchase/list?${query}`)
  /** An action in a row's menu. */
  async function act(one: Made, name: string): Promise<void> {
    await button(row(one), `${one.number} 的更多操作`).click()
    await item(name).click()
  }
  async function choose(...ones: Made[]): Promise<void> {
    for (const one of ones) await row(one).getByRole('checkbox').click()
  }
  async function actOnChosen(name: string): Promise<void> {
    await button(bar(), /^更多/).click()
    await item(name).click()
  }
  /** Places it at 1688 through the screens. */
  async function place(one: Made): Promise<void> {
    // The freight is read by a job; placing compares with it.
    await soon(async () => (await now(one)).freightMinor).not.toBeNull()
    await open(`number=${one.number}`)
    await button(row(one), `审核通过 ${one.number}`).click()
    await button(row(one), `下单 ${one.number}`).click()
    await button(dialog('向1688下单'), '确认下单').click()
    await soon(() => row(one).innerText()).toMatch(/待付款[^]*1688订单|1688订单[^]*待付款/)
  }
  /** 1688 allows no cancellation in the first ten seconds: the refusal says so, the window stays, and a person presses again afterwards. */
  async function cancel(one: Made): Promise<void> {
    await act(one, '取消1688订单')
    const asked = dialog('取消 1 张采购单的1688订单？')
    const refused = dialog('请稍候再试')
    for (;;) {
      await button(asked, '取消这些1688订单').click()
      await row(one).getByText('已取消').or(refused).first().waitFor()
      if (!(await refused.isVisible())) return
      await button(refused, '知道了').click()
      await refused.waitFor({ state: 'hidden' })
      await control(app(), 'POST', 'clock', { advanceMs: 10_000 })
    }
  }

  beforeAll(async () => {
    const { list } = await ask<{ list: { offerId: string }[] }>('GET', '/api/alibaba/product/keywordQuery', {
      keyword: '收纳',
      pageSize: 20,
    })
    for (const { offerId } of list.slice(0, 8))
      offers.push(await ask<Offer>('GET', '/api/alibaba/product/getOffer', { offerId }))
  })

  return {
    app,
    page,
    session,
    offers,
    ask,
    witness,
    now,
    view,
    dialog,
    button,
    bar,
    rows,
    row,
    item,
    make,
    open,
    act,
    choose,
    actOnChosen,
    place,
    cancel,
  }
}
