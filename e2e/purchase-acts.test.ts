import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { control } from './control.ts'
import { openPurchases, PURCHASES } from './purchase-world.ts'
import type { Made } from './purchase-world.ts'
import { soon } from './spec.ts'
import { visit } from './visit.ts'

/** Everything that a buyer does to a purchase order besides buying; the simulator's own records are compared. */
describe('actions on purchase orders', () => {
  const at = openPurchases()
  const { app, page, session, offers, ask, witness, now } = at
  const { view, dialog, button, bar, rows, row, item } = at
  const { make, open, act, choose, actOnChosen, place, cancel } = at

  it('merge everything compatible with one click, and split it again', async () => {
    const made = [await make(0, 20), await make(0, 40)]
    await open('state=reviewing')
    await soon(() => rows().count()).toBe(2)
    await button(view(), '一键合并').click()
    await button(dialog('一键合并'), '把 2 张合成 1 张').click()
    await button(dialog('合并结果'), '看合并单').click()
    const drawer = dialog('由 2 张合并而成')
    for (const { number } of made) await drawer.getByText(number).first().waitFor()
    await session().picture('purchase-merged')
    await button(drawer.getByRole('region', { name: '合并' }), /^拆\s?回$/).click()
    await button(dialog('拆回 2 张？'), /^拆\s?回$/).click()
    await session().reported('已拆回')
    for (const one of made) await soon(() => now(one)).toMatchObject({ state: 'reviewing' })
  })

  it('keep what was typed over a reload, and show both versions when somebody else saved first', async () => {
    const made = await make(1)
    await open(`purchase=${made.id}`)
    const drawer = dialog(made.number)
    await button(drawer, /^修\s?改$/).click()
    await drawer.getByLabel('内部备注').fill('我写的备注')
    await page().reload()
    await drawer.getByText(/已恢复.*没有保存的内容/).waitFor()
    expect(await drawer.getByLabel('内部备注').inputValue()).toBe('我写的备注')
    await session().picture('purchase-draft')
    await ask('POST', `${PURCHASES}/editPurchaseOrder`, {
      purchaseId: made.id,
      version: made.version,
      note: '同事的备注',
      message: '同事的留言',
    })
    await button(drawer, /^保\s?存$/).click()
    const both = drawer.getByRole('alert')
    await both.getByText('同事的备注').waitFor()
    await both.getByText('我写的备注').waitFor()
    await session().picture('purchase-both-versions')
    await button(both, '用我的内容覆盖').click()
    await session().reported('已保存')
    await soon(() => now(made)).toMatchObject({ note: '我写的备注', message: '同事的留言' })
    await button(drawer, /^修\s?改$/).waitFor()
  })

  it('describe each edit in words, show the purchase at a past time, and undo one edit', async () => {
    const made = await make(2)
    await ask('POST', `${PURCHASES}/editPurchaseOrder`, {
      purchaseId: made.id,
      version: made.version,
      note: '先来的备注',
    })
    const { version } = await now(made)
    await ask('POST', `${PURCHASES}/editPurchaseOrder`, { purchaseId: made.id, version, note: '后来的备注' })
    await open(`purchase=${made.id}`)
    const drawer = dialog(made.number)
    await drawer.getByRole('tab', { name: '历史' }).click()
    const entry = drawer.getByRole('region', { name: '修改' }).first()
    await soon(() => entry.innerText()).toMatch(/内部备注\s+先来的备注\s+后来的备注/)
    await button(entry, '看当时的样子').click()
    const then = entry.getByRole('region', { name: '当时的样子' })
    await soon(() => then.innerText()).toContain('后来的备注')
    expect(await then.innerText()).not.toMatch(/[{}"]/)
    await session().picture('purchase-history')
    const older = drawer.getByRole('region', { name: '修改' }).nth(1)
    await soon(() => button(older, '撤销').isDisabled()).toBe(true)
    await button(entry, '撤销').click()
    await session().reported('已撤销')
    await soon(() => now(made)).toMatchObject({ note: '先来的备注' })
    await ask('POST', `${PURCHASES}/deletePurchaseOrder`, { purchaseIds: made.id })
    await open(`purchase=${made.id}`)
    await soon(() => page().getByRole('dialog').last().innerText()).toContain('采购单\n有\n不再有')

    await open(`keyword=${made.number}`)
    await button(view(), '到已删除的里找').click()
    const deleted = dialog('已删除的采购单')
    await deleted.getByText(made.number).waitFor()
    await session().picture('purchase-deleted')
    await button(deleted, `看 ${made.number} 的历史`).click()
    await page().getByText('这张采购单已被删除').waitFor()
    await soon(() => page().getByRole('dialog').last().innerText()).toContain('采购单\n有\n不再有')
  })

  it('change many at once with an outcome for each, and undo all', async () => {
    const made = [await make(3), await make(4), await make(5)]
    await ask('POST', `${PURCHASES}/completeReviewOrder`, { purchaseIds: made[2]!.id })
    await open('sort=created')
    await choose(...made)
    await actOnChosen('批量修改')
    const form = dialog('批量修改 3 张采购单')
    await form.getByLabel('内部备注').fill('一起发')
    await session().picture('purchase-bulk-edit')
    await button(form, /^修\s?改$/).click()
    const reported = dialog('部分成功：2 成功，1 失败')
    await reported.getByText(made[2]!.number).waitFor()
    await button(reported, '知道了').click()
    expect(await now(made[0]!)).toMatchObject({ note: '一起发' })
    await open(`purchase=${made[0]!.id}`)
    const drawer = dialog(made[0]!.number)
    await drawer.getByRole('tab', { name: '历史' }).click()
    await button(drawer.getByRole('region', { name: '批量修改' }), '撤销整批').click()
    await button(dialog('撤销这次批量修改？'), '撤销整批').click()
    await session().reported('撤销批量修改：全部成功（2）')
    for (const one of made.slice(0, 2)) expect(await now(one)).toMatchObject({ note: '' })
  })

  it('export the selected ones as a spreadsheet', async () => {
    await open('state=reviewing')
    await page().getByLabel('选中本页全部采购单').click()
    await button(bar(), /^更多/).click()
    const [download] = await Promise.all([page().waitForEvent('download'), item('导出选中的').click()])
    expect(download.suggestedFilename()).toMatch(/^采购单-\d{14}\.xlsx$/)
    const bytes = await readFile(await download.path())
    expect(bytes.subarray(0, 2).toString()).toBe('PK')
    const [all] = await Promise.all([page().waitForEvent('download'), button(view(), '导出').click()])
    expect(all.suggestedFilename()).toMatch(/\.xlsx$/)
  })

  it('return to review with a reason, and delete one or many, each with its outcome', async () => {
    const made = [await make(3), await make(4), await make(5)]
    const ids = made.map(({ id }) => id)
    await ask('POST', `${PURCHASES}/completeReviewOrder`, { purchaseIds: ids.slice(0, 2).join(',') })
    await open('sort=created')
    await act(made[0]!, '退回待审核')
    const why = dialog('把 1 张采购单退回待审核')
    await why.getByRole('textbox').fill('换地址')
    await button(why, '退回待审核').click()
    await soon(() => row(made[0]!).innerText()).toContain('退回：换地址')
    await choose(...made)
    await actOnChosen('删除')
    await button(dialog('删除 3 张采购单？'), /^删\s?除$/).click()
    const reported = dialog('部分成功：2 成功，1 失败')
    await reported.getByText('只有待审核的采购单能删除，当前是待下单').waitFor()
    await session().picture('purchase-delete-outcome')
    await button(reported, '知道了').click()
    await soon(() => row(made[2]!).count()).toBe(0)
    await ask('POST', `${PURCHASES}/backToPendingReviewStatus`, { purchaseIds: ids[1] })
    await soon(() => row(made[1]!).innerText()).toContain('待审核')
    await act(made[1]!, '删除')
    await button(dialog('删除 1 张采购单？'), /^删\s?除$/).click()
    await soon(() => row(made[1]!).count()).toBe(0)
  })

  it('pay without a password once, and request a refund', async () => {
    const made = await make(6)
    await place(made)
    await act(made, '免密支付')
    await button(dialog('免密支付'), '立即付款').click()
    await soon(() => row(made).innerText()).toContain('已付款')
    const paid = await witness(made)
    expect(paid).toMatchObject({ orders: 1, payments: 1 })
    await open(`purchase=${made.id}`)
    const drawer = dialog(made.number)
    await button(drawer, '申请退款').click()
    const refund = dialog('申请退款')
    await refund.getByLabel('退款原因').click()
    await page().locator('.ant-select-item-option').first().click()
    await refund.getByLabel('退款说明').fill('卖家发错了颜色')
    await session().picture('purchase-refund')
    await button(refund, '提交申请').click()
    await session().reported(/已申请退款/)
    const { refunds } = await control<{ refunds: { orderId: string }[] }>(app(), 'GET', '1688/refunds')
    expect(refunds.map(({ orderId }) => orderId)).toEqual(paid.orderIds)
  })

  it('cancel at 1688 while unpaid, and copy into a new one', async () => {
    const made = await make(7)
    await place(made)
    expect(await witness(made)).toMatchObject({ orders: 1, open: 1 })
    await cancel(made)
    expect(await witness(made)).toMatchObject({ orders: 1, open: 0, payments: 0 })
    await button(row(made), `复制为新单 ${made.number}`).click()
    await session().reported(/已复制为 CG\d+/)
    const { list } = await ask<{ list: (Made & { origin: string })[] }>(
      'GET',
      `${PURCHASES}/getPurchaseOrdersByCondition`,
    )
    expect(list[0]).toMatchObject({ origin: 'copy', state: 'reviewing' })
    expect(await witness(list[0]!)).toMatchObject({ orders: 0 })
  })

  it('parse a pasted address, name what is missing, and keep what can’t be parsed', async () => {
    await visit(page(), '/purchase/address')
    await button(view(), '添加收货地址').click()
    const form = page().getByRole('dialog', { name: '新增收货地址' })
    await form.getByLabel('粘贴地址').fill('看不懂的一段话')
    await button(form, '识别并填入').click()
    await form.getByText('无法识别这个地址，原文已保留').waitFor()
    expect(await form.innerText()).not.toContain('alibaba.trade')
    expect(await form.getByLabel('粘贴地址').inputValue()).toBe('看不懂的一段话')
    await form.getByLabel('粘贴地址').fill('李四 13800001111 浙江省金华市义乌市福田街道 仓储路8号')
    await button(form, '识别并填入').click()
    await soon(() => form.getByLabel('收货人', { exact: true }).inputValue()).toBe('李四')
    await soon(() => form.getByLabel('手机').inputValue()).toBe('13800001111')
    expect(await form.getByLabel('省', { exact: true }).inputValue()).toContain('浙江')
    await form.getByLabel('名称').fill('福田仓')
    await session().picture('address-parsed')
    await button(form, /^保\s?存$/).click()
    await view().getByText('福田仓').first().waitFor()
  })

  it('mark a supplier with a note, and warn wherever its goods are bought', async () => {
    const { supplierName } = offers[0]!
    await visit(page(), `/purchase/supplier?keyword=${encodeURIComponent(supplierName)}`)
    await button(view(), `标记 ${supplierName}`).click()
    const mark = dialog(`标记 ${supplierName}`)
    await mark.getByRole('radio', { name: '黑名单' }).click()
    await mark.getByLabel('备注').fill('发错货')
    await button(mark, /^保\s?存$/).click()
    await view().getByText('发错货').first().waitFor()
    await session().picture('supplier-marked')
    const made = await make(0)
    await open(`purchase=${made.id}`)
    await dialog(made.number)
      .getByText(/在黑名单中：发错货/)
      .first()
      .waitFor()
    expect(session().complaints).toEqual([])
  })
})
