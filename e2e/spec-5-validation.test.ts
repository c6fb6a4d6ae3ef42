import { describe, expect, it } from 'vitest'
import { ADMIN, openSpec, soon } from './spec.ts'
import { visit } from './visit.ts'

describe('specification, section 5: validation rules', () => {
  const spec = openSpec(ADMIN)
  const popover = () => spec.page().getByRole('dialog', { name: '账号' })
  const field = (label: string) => popover().getByLabel(label, { exact: true })

  it('"Original password, new password and confirmation are each required …"; "Each must be 6 to 18 characters"; "New and confirmation must be equal"; "An error toast shows on the first failure"', async () => {
    const page = spec.page()
    await page.getByLabel(/^账号 /).click()
    await popover().getByRole('button', { name: '修改密码' }).click()
    const steps = [
      ['', '', '', '请输入原密码'],
      ['short', '', '', '密码长度必须在6到18位之间'],
      ['admin888', '', '', '请输入新密码'],
      ['admin888', 'next888', '', '请再次输入新密码'],
      ['admin888', 'next888', 'next889', '两次输入的密码不一致'],
    ] as const
    for (const [old, next, again, message] of steps) {
      await field('原密码').fill(old)
      await field('新密码').fill(next)
      await field('确认新密码').fill(again)
      await popover().getByRole('button', { name: '确定' }).click()
      await spec.session().reported(message)
    }
  })

  it('"The inputs have a max length of 16"', async () => {
    await field('新密码').fill('')
    await field('新密码').pressSequentially('12345678901234567890')
    expect(await field('新密码').inputValue()).toBe('1234567890123456')
    await popover().getByRole('button', { name: '取消' }).click()
    await spec.page().keyboard.press('Escape')
  })

  it('"Empty, null, undefined, NaN and infinite values are removed from payloads before sending"', async () => {
    const page = spec.page()
    const asked = page.waitForRequest(/pagingQuery/)
    await visit(page, '/system/account')
    const sent = new URL((await asked).url()).searchParams
    expect([...sent.keys()].sort()).toEqual(['page', 'pageSize'])
  })

  it('"A file is required, otherwise the upload is rejected with \'param:file is unset\'"', async () => {
    const page = spec.page()
    const answer = await page.evaluate(async () => {
      const body = new FormData()
      const response = await fetch('/api/file/upload?purpose=rich-text', {
        method: 'POST',
        headers: { authorization: localStorage.getItem('token') ?? '' },
        body,
      })
      return (await response.json()) as { code: number; msg: string }
    })
    expect(answer).toMatchObject({ code: 400, msg: 'param:file is unset' })
  })

  it('"Price field: at most two decimals; the keys e, E, plus and minus are blocked"; "Display is two decimals, and an empty value shows blank"', async () => {
    const page = spec.page()
    await visit(page, '/shop/product/1688?keyword=%E7%81%AF')
    const price = page.getByLabel('最低价')
    await price.waitFor()
    expect(await price.inputValue()).toBe('')
    await price.pressSequentially('-+1eE2.3456')
    expect(await price.inputValue()).toBe('12.34')
    await price.fill('007')
    expect(await price.inputValue()).toBe('7')
    await price.press('Enter')
    await soon(() => page.getByLabel('最低价').inputValue()).toBe('7.00')
  })

  it('"Number helpers: Integer only; Decimals with a digit limit; Leading zeros stripped"', async () => {
    const page = spec.page()
    await visit(page, '/system/systemconfig?tab=pricing')
    await page.getByRole('button', { name: '新增规则' }).click()
    const multiplier = page.getByRole('dialog').getByLabel('倍率', { exact: true })
    await multiplier.fill('')
    await multiplier.pressSequentially('002.5x')
    await multiplier.blur()
    expect(await multiplier.inputValue()).toBe('2.5')
    await page.keyboard.press('Escape')
  })

  it('"Date-time display format is YYYY-MM-DD HH:mm:ss"', async () => {
    const page = spec.page()
    await visit(page, '/platform/system/log')
    const time = page
      .locator('[data-view="operationLog"] tbody tr td')
      .filter({ hasText: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/ })
    await time.first().waitFor()
  })

  it('"The default required message says the item is required"; a field that fails on the server says so at the field', async () => {
    const answer = await spec.call('POST', '/admin/role/addRole', { name: '' })
    expect(answer).toMatchObject({ code: 422 })
    expect(JSON.stringify(answer.data)).toContain('该项为必填项')
    const page = spec.page()
    await visit(page, '/system/role?edit=new')
    await page.getByRole('dialog').getByRole('button', { name: '保存' }).click()
    await page
      .getByRole('dialog')
      .getByText(/请输入角色名称|该项为必填项/)
      .waitFor()
    await page.keyboard.press('Escape')
  })

  it('causes no errors in the browser', () => {
    expect(spec.session().complaints).toEqual([])
  })
})
