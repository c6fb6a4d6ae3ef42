import { createHmac } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { login, openSession } from './browser.ts'
import type { Session } from './browser.ts'
import { ADMIN, openSpec, soon } from './spec.ts'
import { visit } from './visit.ts'

/** An administrator runs the app without a developer: people, rights, parameters, logs (issue 3, items 5 and 9). */
describe('administration in the browser', () => {
  const spec = openSpec(ADMIN)
  let other: Session | undefined
  afterAll(() => other?.close())

  const row = (name: string) => spec.page().getByRole('row', { name: new RegExp(name) })
  async function more(name: string, act: string): Promise<void> {
    const page = spec.page()
    await row(name)
      .getByRole('button', { name: `${name} 的更多操作` })
      .click()
    await page.getByRole('menuitem', { name: act }).click()
    await page.getByRole('dialog').getByRole('button', { name: act }).click()
  }
  /** Logs in with a first password and changes it, as the form requires. */
  async function firstLogin(page: Page, account: string, initial: string, next: string): Promise<void> {
    await login(page, account, initial)
    await page.getByText('请先修改初始密码').waitFor()
    for (const [label, text] of Object.entries({ 原密码: initial, 新密码: next, 确认新密码: next }))
      await page.locator('section').getByLabel(label, { exact: true }).fill(text)
    await page.getByRole('button', { name: '确定' }).click()
    await page.getByText('请先修改初始密码').waitFor({ state: 'detached' })
  }
  async function newPassword(): Promise<string> {
    const page = spec.page()
    const window = page.getByRole('dialog').filter({ hasText: '的初始密码' })
    const text = await window.locator('dd').nth(1).innerText()
    await window.getByRole('button', { name: '我已记下' }).click()
    return text.trim()
  }

  const savedCodes = async (page: Page): Promise<string[]> => {
    const codes = page.getByRole('region', { name: '恢复码' }).getByRole('listitem')
    await codes.first().waitFor()
    return codes.allInnerTexts()
  }

  it('creates an account, shows its first password once, and the person logs in with it', async () => {
    const page = spec.page()
    await visit(page, '/system/account?edit=new')
    const drawer = page.getByRole('dialog')
    await drawer.getByLabel('登录账号').fill('xiaozhou')
    await drawer.getByLabel('姓名').fill('小周')
    await drawer.getByRole('button', { name: '保存' }).click()
    const initial = await newPassword()
    await row('小周').waitFor()
    await spec.session().picture('accounts')
    other = await openSession(spec.app().url)
    await firstLogin(other.page, 'xiaozhou', initial, 'zhou8888')
  })

  it('forces out a person who is online: their next call opens the login page', async () => {
    const page = spec.page()
    await visit(page, '/platform/system/log?tab=online&keyword=xiaozhou')
    await row('小周').waitFor()
    await spec.session().picture('online')
    await row('小周').getByRole('button', { name: '踢下线' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '踢下线' }).click()
    await spec.session().reported('踢下线：全部成功（1）')
    await other!.page.reload()
    await other!.page.waitForURL(/\/login/)
  })

  it('resets a password: the old one is invalid, the new one must be changed', async () => {
    await visit(spec.page(), '/system/account?keyword=xiaozhou')
    await more('小周', '重置密码')
    const initial = await newPassword()
    const { page } = other!
    await page.getByLabel('账号').fill('xiaozhou')
    await page.getByLabel('密码', { exact: true }).fill('zhou8888')
    await page.getByRole('button', { name: '登录', exact: true }).click()
    await page.getByText('账号或密码错误').first().waitFor()
    await firstLogin(page, 'xiaozhou', initial, 'zhou9999')
  })

  it('sets up an authenticator with its code, requires one at the next login, and an administrator removes it', async () => {
    const { page } = other!
    await page.getByLabel(/^账号 /).click()
    await page.getByRole('button', { name: '绑定验证器' }).click()
    const link = await page.getByRole('link', { name: '在本机的验证器里打开' }).getAttribute('href')
    const secret = new URL(link!).searchParams.get('secret')!
    await page.getByLabel('验证器显示的6位数字').fill('000000')
    await page.getByRole('button', { name: '绑定', exact: true }).click()
    await page.getByText('验证码错误或已过期').first().waitFor()
    await page.getByLabel('验证器显示的6位数字').fill(codeOf(secret))
    await page.getByRole('button', { name: '绑定', exact: true }).click()
    await other!.reported('身份验证器已绑定，下次登录需要验证码')
    const codes = await savedCodes(page)
    await other!.picture('recovery-codes')
    await page.getByRole('button', { name: '我已保存' }).click()
    await page.evaluate(() => localStorage.clear())
    await page.goto('/login')
    await page.getByLabel('账号').fill('xiaozhou')
    await page.getByLabel('密码', { exact: true }).fill('zhou9999')
    await page.getByLabel('身份验证器动态码或恢复码').fill(codes[0]!)
    await page.getByRole('button', { name: '登录', exact: true }).click()
    await page.getByRole('navigation').first().waitFor()

    // The bell shows both notices, with links to where something can be done.
    await page.getByRole('button', { name: /^通知，/ }).click()
    await page.getByText('使用了恢复码').waitFor()
    await page.getByText('新设备登录').waitFor()
    await page.getByRole('link', { name: '去处理' }).first().click()
    await page.waitForURL(/\/system\/security/)
    await page.getByText('恢复码还剩 9 个').waitFor()
    await page.getByText('登录成功（密码和恢复码）').waitFor()
    await page.keyboard.press('Escape')
    await other!.picture('own-security')
    await page.getByRole('button', { name: '踢下线' }).and(page.locator(':enabled')).first().click()
    await page.getByRole('dialog').getByRole('button', { name: '踢下线' }).click()
    await other!.reported('踢下线：全部成功（1）')
    await page.getByRole('button', { name: '重新生成恢复码' }).click()
    await page.getByLabel('登录密码').fill('zhou9999')
    await page.getByRole('button', { name: '生成', exact: true }).click()
    expect(await savedCodes(page)).not.toContain(codes[1])
    await page.getByRole('button', { name: '我已保存' }).click()
    await page.getByText('恢复码还剩 10 个').waitFor()

    await spec.page().reload()
    await row('小周').getByText('验证器').waitFor()
    await more('小周', '解绑身份验证器')
    await spec.session().reported('解绑身份验证器成功')
  })

  it('blocks everything except the setup if a role requires an authenticator, also for a session that is open already', async () => {
    const { page } = other!
    const { id } = (
      await spec.call('POST', '/admin/role/addRole', { name: '要验证器', note: '', demandsAuthenticator: true })
    ).data as { id: string }
    const list = await spec.call('GET', '/admin/adminUser/pagingQuery.do', { keyword: 'xiaozhou' })
    const userId = (list.data as { list: { id: string }[] }).list[0]!.id
    await spec.call('POST', '/admin/adminUser/grantAuthorityToActor.do', { userId, roleIds: [id] })
    await spec.page().reload()
    await row('小周').getByText('缺验证器').waitFor()
    await visit(spec.page(), '/system/role')
    await spec.page().getByText('1 人缺验证器').waitFor()
    await spec.session().picture('roles-demanding')

    await page.goto('/system/security')
    await page.getByText('请先绑定身份验证器').waitFor()
    await page.getByRole('link', { name: '在本机的验证器里打开' }).waitFor()
    await other!.picture('authenticator-required')
    const link = await page.getByRole('link', { name: '在本机的验证器里打开' }).getAttribute('href')
    await page.getByLabel('验证器显示的6位数字').fill(codeOf(new URL(link!).searchParams.get('secret')!))
    await page.getByRole('button', { name: '绑定', exact: true }).click()
    expect(await savedCodes(page)).toHaveLength(10)
    await page.getByRole('button', { name: '我已保存' }).click()
    await page.getByText('角色“要验证器”要求使用').waitFor()

    await spec.call('POST', '/admin/adminUser/unbind.do', { id: userId })
    await spec.call('POST', '/admin/adminUser/terminateAuthorizationByUserInRoles.do', { userId, roleIds: [id] })
    await spec.call('POST', '/admin/role/deleteRoles', { ids: [id] })
    await visit(spec.page(), '/system/account?keyword=xiaozhou')
    await page.goto('/')
    await page.getByRole('navigation').first().waitFor()
  })

  it('deletes an account: an open page of it changes to the login page automatically, and its name is free again', async () => {
    const { page } = other!
    await page.clock.install()
    await page.reload()
    await page.getByLabel(/^账号 /).waitFor()
    await more('小周', '删除')
    await spec.session().reported('删除：全部成功（1）')
    await row('小周').waitFor({ state: 'detached' })
    // Nobody touches the page: it polls who is logged in.
    await page.clock.fastForward(31_000)
    await page.waitForURL(/\/login/)
    const again = { userAccount: 'xiaozhou', name: '小周', phone: '', roleType: 0, deptId: null, note: '', roleIds: [] }
    const made = await spec.call('POST', '/admin/adminUser/add.do', again)
    expect(made).toMatchObject({ code: 200 })
    const { user } = made.data as { user: { id: string } }
    expect(await spec.call('POST', '/admin/adminUser/deleteUsers.do', { ids: [user.id] })).toMatchObject({ code: 200 })
  })

  it('changes a setting, and resets it to its default', async () => {
    const page = spec.page()
    await visit(page, '/system/systemconfig?tab=parameters')
    const field = page.getByLabel('无操作自动退出')
    await field.fill('8')
    await field.press('Enter')
    await spec.session().reported('无操作自动退出')
    await page.reload()
    await soon(() => page.getByLabel('无操作自动退出').inputValue()).toBe('8')
    await spec.session().picture('parameters')
    await page
      .getByRole('button', { name: /恢复默认/ })
      .first()
      .click()
    await page.getByRole('dialog').getByRole('button', { name: '恢复默认' }).click()
    await soon(() => page.getByLabel('无操作自动退出').inputValue()).toBe('12')
  })

  it('keeps what is being typed when the page is read again and that fails', async () => {
    const page = spec.page()
    const path = '**/admin/systemConfig/querySystemConfig*'
    await visit(page, '/system/systemconfig?tab=parameters')
    await page.getByLabel('无操作自动退出').fill('9')
    const refusal = { code: 409, msg: '参数正在维护', message: '参数正在维护', data: null }
    await page.route(path, (route) => route.fulfill({ json: refusal }))
    // Saving one parameter reads all parameters again.
    const other = page.getByLabel('登录最长有效')
    await other.fill('29')
    await other.press('Enter')
    await spec.session().reported('参数正在维护')
    expect(await page.getByLabel('无操作自动退出').inputValue()).toBe('9')
    await page.unroute(path)
    await page.reload()
  })

  it('grants a role its menus and operations', async () => {
    const page = spec.page()
    await visit(page, '/system/role')
    await row('业务员').getByRole('button', { name: '授权' }).click()
    await page.getByRole('dialog').getByText('商品中心').waitFor()
    await spec.session().picture('grant')
    await page.getByRole('dialog').getByRole('button', { name: '取消' }).click()
  })

  it('shows changes in words, and exports both logs as sheets', async () => {
    const page = spec.page()
    await visit(page, '/platform/system/log')
    await page.getByText('解绑身份验证器').first().waitFor()
    await spec.session().picture('operation-log')
    for (const [address, name, line] of [
      ['/platform/system/log', /^操作日志-.*\.csv$/, '解绑身份验证器'],
      ['/platform/system/log?tab=logins', /^登录日志-.*\.csv$/, 'xiaozhou'],
    ] as const) {
      await visit(page, address)
      const saved = page.waitForEvent('download')
      await page.getByRole('button', { name: '导出' }).click()
      const file = await saved
      expect(file.suggestedFilename()).toMatch(name)
      expect(await readFile(await file.path(), 'utf8')).toContain(line)
    }
  })

  it('causes no errors in the browser', () => {
    expect([...spec.session().complaints, ...(other?.complaints ?? [])]).toEqual([])
  })
})

/** The present code of an authenticator app (RFC 6238), computed independently of the server. */
function codeOf(secret: string): string {
  const bits = Array.from(secret, (letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  ).join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)))
  const digest = createHmac('sha1', key).update(counter).digest()
  const number = digest.readUInt32BE(digest.at(-1)! & 0xf) & 0x7f_ff_ff_ff
  return String(number % 1_000_000).padStart(6, '0')
}
