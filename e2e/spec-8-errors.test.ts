import { describe, expect, it } from 'vitest'
import { enter } from './browser.ts'
import { ADMIN, openSpec, soon, toasts } from './spec.ts'

/** The status texts of section 8, in the words of the decisions. */
const STATUS: readonly [number, string][] = [
  [400, '请求错误'],
  [401, '未授权，请重新登录'],
  [404, '请求的资源不存在'],
  [405, '请求方法不允许'],
  [408, '请求超时'],
  [500, '服务器内部错误'],
  [501, '服务未实现'],
  [502, '网络错误'],
  [503, '服务不可用'],
  [504, '网络超时'],
  [505, 'HTTP版本不受支持'],
  [418, '未知系统错误，请反馈给管理员'],
]

describe('specification, section 8: error catalogue', () => {
  const spec = openSpec(ADMIN)
  const CALL = '**/admin/dictionary/deleteDictionary'

  /** Deletes a dictionary in the page, with `answer` in place of the server's. */
  async function provoke(answer: { status?: number; json?: object; body?: string } | 'broken'): Promise<void> {
    const page = spec.page()
    await page.route(CALL, (route) => (answer === 'broken' ? route.abort() : route.fulfill(answer)))
    if (!page.url().includes('/system/dictionaries')) await page.goto('/system/dictionaries')
    const row = page.getByRole('row', { name: /错误目录/ })
    await row.getByRole('button', { name: '删除' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '删除' }).click()
  }
  async function reported(answer: Parameters<typeof provoke>[0], text: string): Promise<void> {
    const page = spec.page()
    const messages = spec.session().toasts
    messages.length = 0
    await provoke(answer)
    await soon(() => [...messages]).toEqual([text])
    await clear()
    await page.unroute(CALL)
  }
  /** The former toast must be gone: the same message again would only extend it. */
  const clear = async (): Promise<void> => {
    const page = spec.page()
    await page
      .getByRole('button', { name: '关闭提示' })
      .evaluateAll((all) => all.forEach((one) => (one as HTMLElement).click()))
    await soon(() => toasts(page)).toEqual([])
  }
  async function loggedOut(answer: Parameters<typeof provoke>[0]): Promise<void> {
    const page = spec.page()
    await provoke(answer)
    await page.waitForURL(/\/login\?redirect=%2Fsystem%2Fdictionaries/)
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
    expect(await toasts(page)).toEqual([])
    await page.unroute(CALL)
    await enter(page, spec.app().url, ...ADMIN)
  }

  it('"Result code 400 with the auth-failed message (login first) …: logout"', async () => {
    await spec.call('POST', '/admin/dictionary/addDictionary', { code: 'catalogue', name: '错误目录', entries: [] })
    await loggedOut({ json: { code: 400, msg: '请先登录', message: '', data: null } })
  })

  it('"… or code 403: logout"; "HTTP-level 403: logout"', async () => {
    await loggedOut({ json: { code: 403, msg: '登录已失效', message: '', data: null } })
    await loggedOut({ status: 403, body: '' })
  })

  it('"Any other non-200 code: an error toast with the server msg or message, falling back to a status text map"', async () => {
    await reported({ json: { code: 400, msg: '这条不行', message: '', data: null } }, '这条不行')
    await reported({ json: { code: 409, msg: '', message: '别人改过了', data: null } }, '别人改过了')
    await reported({ json: { code: 504, msg: '', message: '', data: null } }, '网络超时')
    await reported({ json: { code: 777, msg: '', message: '', data: null } }, '未知系统错误，请反馈给管理员')
  })

  it('"An empty response body is treated as a failure"', async () => {
    await reported({ status: 200, body: '' }, '未知系统错误，请反馈给管理员')
  })

  it.each(STATUS)('"Network-level failure: a toast with the status text": %i %s', async (status, text) => {
    await reported({ status, body: '' }, text)
  })

  it('shows a broken connection as a network error', async () => {
    await reported('broken', '网络错误')
  })

  it('"Copy success shows \'copy succeeded\'; failure is only logged"', async () => {
    const page = spec.page()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto('/system/element')
    await page.locator('button[title^="复制"]').first().click()
    const messages = spec.session().toasts
    await soon(() => messages.at(-1)).toBe('复制成功')
    await clear()
    messages.length = 0
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('denied'))
      document.execCommand = () => false
    })
    await page.locator('button[title^="复制"]').first().click()
    await soon(() => spec.session().complaints.join()).toContain('copy failed')
    expect(messages).toEqual([])
  })

  it('"Missing local storage support: an alert that the browser must support localstorage"', async () => {
    const context = await spec.page().context().browser()!.newContext()
    const page = await context.newPage()
    await page.addInitScript(() =>
      Object.defineProperty(window, 'localStorage', {
        get() {
          throw new DOMException('denied', 'SecurityError')
        },
      }),
    )
    const messages: string[] = []
    page.on('dialog', (dialog) => {
      messages.push(dialog.message())
      void dialog.accept()
    })
    await page.goto(`${spec.app().url}/login`)
    await page.getByLabel('账号').waitFor()
    expect(messages).toEqual(['浏览器必须支持localstorage'])
    await context.close()
  })

  it('"Missing local storage support" after the login, too: the alert is shown, and the console still works', async () => {
    const context = await spec.page().context().browser()!.newContext()
    const page = await context.newPage()
    await page.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage'])
        Object.defineProperty(window, name, {
          get() {
            throw new DOMException('denied', 'SecurityError')
          },
        })
    })
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(error.message))
    const messages: string[] = []
    page.on('dialog', (dialog) => {
      messages.push(dialog.message())
      void dialog.accept()
    })
    await page.goto(`${spec.app().url}/login`)
    await page.getByLabel('账号').fill(ADMIN[0])
    await page.getByLabel('密码', { exact: true }).fill(ADMIN[1])
    await page.getByRole('button', { name: '登录', exact: true }).click()
    const menu = page.getByRole('complementary', { name: '主菜单' })
    await menu.getByRole('button', { name: '系统设置' }).click()
    // An open page has a link of the same name.
    await menu.getByRole('link', { name: '数据字典' }).click()
    await page.getByText('搁置原因').first().waitFor()
    expect(messages).toEqual(['浏览器必须支持localstorage'])
    expect(faults).toEqual([])
    await context.close()
  })

  it.each(['/x', '/admin/whatever', '/api/whatever', '/API/WHATEVER', '/shopify/whatever'])(
    'a person at the unknown address %s gets the console and its 404; a program gets an answer in its own format',
    async (path) => {
      const page = spec.page()
      const { url } = spec.app()
      const asked = await fetch(`${url}${path}`, { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } })
      expect([path, asked.headers.get('content-type')?.split(';')[0]]).toEqual([path, 'text/html'])
      expect(await asked.text()).toContain('<div id="root">')
      await page.goto(path)
      await page.getByRole('heading', { name: '页面错误' }).waitFor()
      if (!/^\/(api|admin|shopify)\//.test(path)) return
      const program = await fetch(`${url}${path}`, { headers: { accept: 'application/json' } })
      expect([path, program.headers.get('content-type')?.split(';')[0]]).toEqual([path, 'application/json'])
    },
  )

  it('"Unknown route: 404"', async () => {
    await spec.page().goto('/nowhere')
    await spec.page().getByRole('heading', { name: '页面错误' }).waitFor()
  })
})
