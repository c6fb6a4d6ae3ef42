import { describe, expect, it } from 'vitest'
import { ADMIN, openSpec, openTabs, soon, stopClock, tabTitles, turnToTab } from './spec.ts'
import { visit } from './visit.ts'

/** Routes of section 2 under the layout shell, each with the heading of its page. */
const ROUTES: readonly [path: string, head: RegExp][] = [
  ['/', /管理员/],
  ['/404', /页面错误/],
  ['/components/log', /操作历史/],
  ['/order/list', /订单/],
  ['/purchase/list', /采购/],
  ['/system/account', /账号管理/],
  ['/system/dictionaries', /数据字典/],
  ['/system/element', /页面元素/],
  ['/system/menu', /菜单管理/],
  ['/system/role', /角色管理/],
  ['/system/systemconfig', /连接与参数/],
  ['/system/warning', /预警/],
  ['/test/tinymce', /富文本测试/],
  ['/components/system/account', /账号/],
  ['/components/system/role', /角色/],
  ['/platform/system/log', /日志/],
  ['/shop/product/1688', /1688/],
  ['/shop/product/list', /商品列表/],
  ['/shop/product/test', /店铺直连/],
  ['/shop/product/components/productitem1688', /请给出它的商品编号/],
]

describe('specification, section 2: screens and routes', () => {
  const spec = openSpec(ADMIN)
  const sidebar = () => spec.page().getByRole('complementary', { name: '主菜单' })
  const width = (): Promise<number> => sidebar().evaluate((element) => element.getBoundingClientRect().width)

  it.each(ROUTES)('"Under the layout shell": %s is a page of its own', async (path, head) => {
    const { page } = spec.session()
    // The server answers a typed address with the console; after that it is the same as with `visit`.
    expect(await (await fetch(`${spec.app().url}${path}`)).text()).toContain('<div id="root">')
    await visit(page, path)
    await soon(() => new URL(page.url()).pathname).toBe(path)
    await page.locator('[data-view]:visible').filter({ hasText: head }).waitFor()
    expect(await sidebar().count()).toBe(1)
    await soon(() => page.title()).toMatch(/ · 货桥$/)
  })

  it('"/login: standalone, outside the layout shell"', async () => {
    const context = await spec.page().context().browser()!.newContext({ locale: 'zh-CN' })
    const anonymous = await context.newPage()
    await anonymous.goto(`${spec.app().url}/login`)
    await anonymous.getByLabel('账号').waitFor()
    expect(await anonymous.getByRole('complementary').count()).toBe(0)
    expect(await openTabs(anonymous).count()).toBe(0)
    await context.close()
  })

  it('"redirect: a refresh helper that takes a query carrying the target path"', async () => {
    const page = spec.page()
    await page.goto('/redirect?path=%2Fsystem%2Frole%3Fkeyword%3Dx')
    await page.waitForURL(/\/system\/role\?keyword=x$/)
    await page.goto('/redirect?path=https%3A%2F%2Felsewhere.example%2F')
    await page.waitForURL(`${spec.app().url}/`)
  })

  it('"A route with no name … goes to /404. The 404 page is titled as a page error"; its tab is 未知页面', async () => {
    const page = spec.page()
    await page.goto('/no/such/page')
    await page.waitForURL(/\/404/)
    await page.getByText('/no/such/page').waitFor()
    await soon(() => page.title()).toBe('页面错误 · 货桥')
    await soon(() => tabTitles(page)).toContain('未知页面')
  })

  it('"A progress bar shows while navigating"; "The default tab title while loading is a loading text"', async () => {
    const page = spec.page()
    await page.goto('/')
    await page.getByText('管理员').first().waitFor()
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route(/\/assets\/[^/]*product-edit[^/]*\.js/, async (route) => {
      await held
      await route.continue()
    })
    const bar = page.getByRole('progressbar', { name: '页面加载中', includeHidden: true })
    await soon(() => bar.getAttribute('data-underway')).toBe('false')
    await page.evaluate(() => {
      history.pushState(null, '', '/shop/product/edit?id=01900000-0000-7000-8000-000000000000')
      dispatchEvent(new PopStateEvent('popstate', { state: null }))
    })
    await soon(() => bar.getAttribute('data-underway')).toBe('true')
    await soon(() => tabTitles(page)).toContain('加载中...')
    release()
    await soon(() => bar.getAttribute('data-underway')).toBe('false')
    await page.unroute(/\/assets\/[^/]*product-edit[^/]*\.js/)
    await page
      .getByRole('button', { name: /^关闭 / })
      .last()
      .click()
  })

  it('"If a lazily loaded page fails to load …, the page reloads after 500 ms", once; a second failure tells the person', async () => {
    const page = spec.page()
    // With the data saver on nothing is prefetched: the code is loaded when the page is opened.
    await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
    await page.goto('/')
    await page.getByRole('button', { name: '系统设置' }).click()
    await stopClock(page)
    // How often a browser retries a module is up to the browser (Chromium 156 tries twice): all attempts fail.
    const chunk = /\/assets\/dictionary-list[^/]*\.js/
    await page.route(chunk, (route) => route.abort())
    let loads = 0
    const counted = (): void => void (loads += 1)
    page.on('load', counted)
    const begun = await page.evaluate(() => {
      const { navigation } = window as unknown as { navigation: EventTarget }
      navigation.addEventListener('navigate', (event) => {
        const { navigationType } = event as unknown as { navigationType: string }
        if (navigationType === 'reload') sessionStorage.setItem('reloaded at', String(Date.now()))
      })
      return Date.now()
    })
    const complaints = spec.session().complaints
    await sidebar().getByRole('link', { name: '数据字典' }).click()
    await soon(() => complaints.join()).toContain('a page did not load')
    await page.clock.runFor(1_000)
    await soon(() => loads).toBe(1)
    expect(await page.evaluate((since) => Number(sessionStorage.getItem('reloaded at')) - since, begun)).toBe(500)
    // Parts that are rendered in steps need time to pass.
    await page.clock.resume()
    await page.getByText('页面没有加载成功').waitFor()
    await page.clock.runFor(60_000)
    expect(loads).toBe(1)
    page.off('load', counted)
    await page.unroute(chunk)
    await page.getByRole('button', { name: '重新加载' }).click()
    await page.getByText('搁置原因').first().waitFor()
    complaints.length = 0
  })

  it('"Some views are cached by name": a half-typed filter is still there when a person returns', async () => {
    const page = spec.page()
    await page.goto('/components/system/account')
    const field = page.locator('[data-view="accountPicker"] input').first()
    await field.fill('半')
    await turnToTab(page, '首页')
    await page.waitForURL(/\/$/)
    await turnToTab(page, '选择账号')
    expect(await field.inputValue()).toBe('半')
  })

  it('"Width is 200 expanded and 64 collapsed"; "A toggle button"', async () => {
    const page = spec.page()
    await soon(width).toBe(200)
    await page.getByRole('button', { name: '收起菜单' }).click()
    await soon(width).toBe(64)
    await page.getByRole('button', { name: '展开菜单' }).click()
    await soon(width).toBe(200)
  })

  it('"Only one menu group is open at a time"', async () => {
    const page = spec.page()
    const open = (): Promise<string[]> => sidebar().locator('button[aria-expanded="true"][title]').allTextContents()
    await page.goto('/system/role')
    await soon(async () => (await open()).filter((text) => text.includes('系统设置')).length).toBe(1)
    await page.getByRole('button', { name: '商品中心' }).click()
    const now = async (): Promise<string[]> =>
      (await open()).filter((text) => !text.startsWith('管')).map((text) => text.replace('›', ''))
    await soon(now).toEqual([expect.stringContaining('商品中心')])
  })

  it('"It auto-collapses when the container is at most 992 px wide" and opens again when there is room', async () => {
    const page = spec.page()
    await page.setViewportSize({ width: 993, height: 800 })
    // The page reads its width when it renders: two frames make sure that it did.
    await page.evaluate(
      () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
    )
    await soon(() => page.getByRole('button', { name: '收起菜单' }).count()).toBe(1)
    await soon(width).toBe(200)
    await page.setViewportSize({ width: 992, height: 800 })
    await soon(width).toBe(64)
    await page.setViewportSize({ width: 1440, height: 900 })
    await soon(width).toBe(200)
  })

  it('"checked on resize throttled to 800 ms. The collapse delay is 500 ms"; a second narrowing collapses what was opened by hand', async () => {
    const page = spec.page()
    await page.setViewportSize({ width: 1440, height: 900 })
    await soon(width).toBe(200)
    await stopClock(page)
    await page.clock.runFor(2_000)
    const narrow = async (): Promise<void> => {
      await page.setViewportSize({ width: 992, height: 900 })
      // Once the page itself has seen its new width.
      await soon(() => page.evaluate(() => innerWidth)).toBe(992)
      await page.evaluate(() => new Promise((seen) => new ResizeObserver(seen).observe(document.body)))
    }
    await narrow()
    await page.clock.runFor(499)
    expect(await width()).toBe(200)
    await page.clock.runFor(1)
    await soon(width).toBe(64)
    await page.getByRole('button', { name: '展开菜单' }).click()
    await soon(width).toBe(200)
    await page.clock.runFor(2_000)
    await page.setViewportSize({ width: 1440, height: 900 })
    await soon(() => page.evaluate(() => innerWidth)).toBe(1440)
    await page.evaluate(() => new Promise((seen) => new ResizeObserver(seen).observe(document.body)))
    await page.clock.runFor(2_000)
    await narrow()
    await page.clock.runFor(2_000)
    await soon(width).toBe(64)
    await page.clock.resume()
    await page.setViewportSize({ width: 1440, height: 900 })
    await soon(width).toBe(200)
  })

  it('"Some views are cached by name unless their meta says noCache": the refresh helper, which says so, is gone once it has led on', async () => {
    const page = spec.page()
    await visit(page, '/system/role')
    await soon(() => page.locator('[data-view="roles"]').count()).toBe(1)
    await visit(page, '/system/menu')
    expect(await page.locator('[data-view="redirect"]').count()).toBe(0)
    expect(await page.locator('[data-view="roles"]').count()).toBe(1)
  })

  it('"The current entry and the breadcrumb trail are found by matching the current path against menu urls", including a query', async () => {
    const page = spec.page()
    const added = await spec.call('POST', '/admin/menu/addMenu', {
      name: '失败的操作',
      url: '/platform/system/log?outcome=refused',
      menuIcon: '',
      parentId: null,
    })
    expect(added.code).toBe(200)
    await page.goto('/platform/system/log?outcome=refused')
    const crumbs = page.getByRole('navigation', { name: '位置' })
    await crumbs.getByText('失败的操作').waitFor()
    const current = sidebar().locator('[aria-current="page"]')
    await soon(() => current.allTextContents()).toEqual([expect.stringContaining('失败的操作')])
    await visit(page, '/platform/system/log')
    await soon(() => crumbs.getByRole('listitem').allTextContents()).toEqual(['系统设置', '操作日志'])
    const { id, version } = added.data as { id: string; version: number }
    await spec.call('POST', '/admin/menu/deleteMenu', { id, version })
  })

  it('"Product list pages use a card-style paginated list"', async () => {
    const page = spec.page()
    await visit(page, '/shop/product/1688?keyword=%E7%81%AF')
    await page
      .getByRole('checkbox', { name: /^选择 / })
      .first()
      .waitFor()
    await soon(() => page.getByRole('navigation', { name: '分页' }).innerText()).toMatch(/24 条\/页/)
  })

  it('causes no errors in the browser', () => {
    expect(spec.session().complaints).toEqual([])
  })
})
