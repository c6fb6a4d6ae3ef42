import type { Request } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { login } from './browser.ts'
import { ADMIN, openSpec, soon, stopClock, toasts } from './spec.ts'
import { visit } from './visit.ts'

/** MD5 of admin888 */
const DIGEST = '7fef6171469e80d32c0559f88b377245'

describe('specification, section 7: the calls it makes', () => {
  const spec = openSpec()
  const type = (request: Request): string | undefined => request.headers()['content-type']?.split(';')[0]

  it('"POST /api/user/login" is sent form-encoded, the password as MD5 hex of the entered text', async () => {
    const page = spec.page()
    const asked = page.waitForRequest('**/api/user/login')
    await login(page, ...ADMIN)
    const request = await asked
    expect([request.method(), type(request)]).toEqual(['POST', 'application/x-www-form-urlencoded'])
    const body = new URLSearchParams(request.postData()!)
    expect(Object.fromEntries(body)).toEqual({
      userAccount: 'admin',
      userPassword: expect.stringMatching(/^[0-9a-f]{32}$/),
    })
  })

  it('"The Authorization header carries the stored token. A token returned in a response header replaces the stored one"', async () => {
    const page = spec.page()
    const token = await page.evaluate(() => localStorage.getItem('token'))
    const answer = await fetch(`${spec.app().url}/api/user/login`, {
      method: 'POST',
      body: new URLSearchParams({ userAccount: 'admin', userPassword: DIGEST }),
    })
    const fresh = ((await answer.json()) as { data: { token: string } }).data.token
    const carried: (string | undefined)[] = []
    await page.route('**/admin/role/queryRoles*', async (route) => {
      carried.push(route.request().headers()['authorization'])
      const seen = await route.fetch()
      await route.fulfill({ response: seen, headers: { ...seen.headers(), authorization: fresh } })
    })
    await page.goto('/system/role')
    await soon(() => page.evaluate(() => localStorage.getItem('token'))).toBe(fresh)
    expect(carried[0]).toBe(token)
    await page.unroute('**/admin/role/queryRoles*')
  })

  it('"get: data as query"; "postjson: JSON"; "upload: multipart, file and other fields in the query"', async () => {
    const page = spec.page()
    const asked = page.waitForRequest(/pagingQuery/)
    await visit(page, '/system/account?keyword=clerk')
    expect(new URL((await asked).url()).searchParams.get('keyword')).toBe('clerk')

    const saved = page.waitForRequest('**/admin/role/addRole')
    await visit(page, '/system/role?edit=new')
    await page.getByRole('dialog').getByLabel('名称').fill('调用测试')
    await page.getByRole('dialog').getByRole('button', { name: '保存' }).click()
    const json = await saved
    expect([type(json), JSON.parse(json.postData()!)]).toEqual([
      'application/json',
      { name: '调用测试', demandsAuthenticator: false },
    ])
    await page.keyboard.press('Escape')

    const sent = page.waitForRequest('**/api/file/upload*')
    await visit(page, '/test/tinymce')
    const frame = page.frameLocator('iframe').first()
    await frame.locator('body').click()
    await frame.locator('body').evaluate(async (body) => {
      const canvas = document.createElement('canvas')
      canvas.width = canvas.height = 8
      const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
      const data = new DataTransfer()
      data.items.add(new File([blob!], '截图.png', { type: 'image/png' }))
      body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
    })
    const upload = await sent
    expect(type(upload)).toBe('multipart/form-data')
    expect(new URL(upload.url()).searchParams.get('purpose')).toBe('rich-text')
  })

  it('"An identical non-GET request in flight is cancelled as a duplicate", silently', async () => {
    const page = spec.page()
    spec.session().toasts.length = 0
    let sent = 0
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/admin/role/addRole', async (route) => {
      sent += 1
      await held
      await route.continue()
    })
    await visit(page, '/system/role?edit=new')
    await page.getByRole('dialog').getByLabel('名称').fill('只建一次')
    await page
      .getByRole('dialog')
      .locator('form')
      .evaluate((form: HTMLFormElement) => {
        form.requestSubmit()
        form.requestSubmit()
      })
    await soon(() => sent).toBe(1)
    release()
    await soon(() => [...spec.session().toasts]).toEqual(['已新增角色 只建一次'])
    expect(sent).toBe(1)
    await page.unroute('**/admin/role/addRole')
  })

  it('"The menu file is also loaded statically with a cache-busting timestamp": there is a menu although the call fails', async () => {
    const page = spec.page()
    await page.route('**/queryMenuByRoleId*', (route) => route.abort())
    const asked = page.waitForRequest(/\/static\/menu\.json\?t=\d{13}$/)
    await page.goto('/')
    await asked
    await page.getByRole('complementary', { name: '主菜单' }).getByText('商品中心').first().waitFor()
    await page.unroute('**/queryMenuByRoleId*')
    spec.session().complaints.length = 0
  })

  it('"safe_updatePassword (oldUserPassword and userPassword, both MD5 hex …; on code 200 it shows \'password changed successfully\' for 3 s, clears the form and closes it)"', async () => {
    const page = spec.page()
    await page.goto('/')
    await page.route('**/safe_updatePassword.do', (route) =>
      route.fulfill({ json: { code: 200, msg: '', message: '', data: null } }),
    )
    const asked = page.waitForRequest('**/safe_updatePassword.do')
    await page.getByLabel(/^账号 /).click()
    const popover = page.getByRole('dialog', { name: '账号' })
    await popover.getByRole('button', { name: '修改密码' }).click()
    await stopClock(page)
    for (const label of ['原密码', '新密码', '确认新密码'])
      await popover.getByLabel(label, { exact: true }).fill('admin888')
    await popover.getByRole('button', { name: '确定' }).click()
    expect(Object.fromEntries(new URLSearchParams((await asked).postData()!))).toEqual({
      oldUserPassword: DIGEST,
      userPassword: DIGEST,
    })
    await page.getByText('密码修改成功').waitFor()
    await soon(() => popover.count()).toBe(0)
    await page.clock.runFor(2_900)
    expect(await toasts(page)).toEqual(['密码修改成功'])
    await page.clock.runFor(200)
    await soon(() => toasts(page)).toEqual([])
    await page.unroute('**/safe_updatePassword.do')
  })

  it('"POST /api/user/logout (no payload shown; on code 200 the local logout runs)", and not when it failed', async () => {
    const page = spec.page()
    await page.goto('/')
    const leave = async (): Promise<void> => {
      await page.getByRole('dialog', { name: '账号' }).getByRole('button', { name: '确定' }).click()
    }
    await page.route('**/api/user/logout', (route) =>
      route.fulfill({ json: { code: 500, msg: '', message: '', data: null } }),
    )
    await page.getByLabel(/^账号 /).click()
    await page.getByRole('button', { name: '退出登录' }).click()
    await leave()
    await spec.session().reported('服务器内部错误')
    expect(await page.evaluate(() => localStorage.getItem('token'))).not.toBeNull()
    await page.unroute('**/api/user/logout')
    await leave()
    await page.waitForURL(/\/login$/)
  })
})
