import { beforeAll, describe, expect, it } from 'vitest'
import { deliveryWorld } from './delivery-world.ts'
import type { DeliveryWorld } from './delivery-world.ts'
import { ask } from './product-world.ts'
import { visit } from './visit.ts'
import { ADMIN, openSpec } from './spec.ts'

/** For example, somebody else was faster between the opening of a dialog and the click in it. */
describe('a bulk action whose rows are all refused', () => {
  const { app, session, page } = openSpec(ADMIN, { own: true })
  let deals: DeliveryWorld
  beforeAll(async () => {
    deals = await deliveryWorld(app(), page())
  })
  const dialog = (name: string) => page().getByRole('dialog').filter({ hasText: name }).last()
  const gone = (purchaseIds: string[]) => ask(page(), '/api/purchase/center/deletePurchaseOrder', { purchaseIds })

  it('reports each purchase that somebody else has deleted already', async () => {
    const both = [await deals.plan(2), await deals.plan(2)]
    await visit(page(), '/purchase/list')
    await page().getByLabel('选中本页全部采购单').click()
    const bar = page().getByRole('toolbar', { name: '批量操作' })
    await bar.getByRole('button', { name: /更多/ }).click()
    await page().getByRole('menuitem', { name: /^删除/ }).click()
    const sure = dialog('删除 2 张采购单？')
    await sure.waitFor()
    await gone(both.map(({ purchaseId }) => purchaseId))
    await sure.getByRole('button', { name: /^删\s?除$/ }).click()
    const outcome = dialog('全部失败（2）')
    await outcome.getByText('采购单不存在或已被删除').waitFor()
    for (const { number } of both) await outcome.getByText(number).waitFor()
  })

  it('reports no success when nothing was left to merge', async () => {
    const both = [await deals.plan(2), await deals.plan(2)]
    await page().goto('/purchase/list')
    await page().getByRole('button', { name: '一键合并' }).click()
    const merge = page().getByRole('button', { name: '把 2 张合成 1 张' })
    await merge.waitFor()
    await gone(both.map(({ purchaseId }) => purchaseId))
    await merge.click()
    const result = dialog('合并结果')
    await result.getByText('没有合并任何采购单').waitFor()
    expect(await result.getByText('成功').count()).toBe(0)
  })

  it('keeps invalid links for another try, each with its reason', async () => {
    await page().goto('/shop/product/1688')
    await page().getByRole('button', { name: '认领链接' }).click()
    const panel = dialog('认领链接')
    await panel.getByRole('button', { name: '只采集' }).click()
    await session().reported('请粘贴链接或编号')
    await panel
      .getByLabel('每行一个链接或编号')
      .fill('https://qr.1688.com/s/NotThere1\nhttps://qr.1688.com/s/NotThere2')
    await panel.getByRole('button', { name: '只采集' }).click()
    await panel.getByText('全部失败（2）').waitFor()
    expect(await panel.getByText('到采集箱认领').count()).toBe(0)
    await panel.getByRole('button', { name: '修改没有成功的 2 条' }).click()
    expect(await panel.getByLabel('每行一个链接或编号').inputValue()).toContain('NotThere2')
  })
})
