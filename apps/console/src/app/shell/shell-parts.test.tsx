// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider, useBlocker, useLocation, useNavigate } from 'react-router'
import type { ReactNode } from 'react'
import { useEffect, useSyncExternalStore } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { moveInto, openApp, reply } from '../../../test/app.ts'
import { session, toast } from '../../lib/client.ts'
import { passwordDigest } from '../../lib/digest.ts'
import { memoryStorage } from '../../lib/local-storage.ts'
import type { VisitedTab } from '../tabs.rules.ts'
import { TabsRow } from './tabs-row.tsx'
import { createTabsStore } from './tabs.store.ts'
import { UserButton } from './user-popover.tsx'

const USER = {
  id: 'u1',
  userAccount: 'wang',
  name: '王',
  roleType: 1 as const,
  lastLoginTime: Date.UTC(2026, 0, 2, 3, 4, 5),
  mustChangePassword: false,
  mustBindAuthenticator: false,
}
const tab = (path: string, title: string, affix = false): VisitedTab => ({
  key: path,
  path,
  fullPath: path,
  query: {},
  name: path,
  title,
  meta: { affix },
})

function show(element: ReactNode, at = '/'): { address: () => string } {
  let address = at
  function Watch(): null {
    const location = useLocation()
    address = location.pathname + location.search
    return null
  }
  const router = createMemoryRouter(
    [
      {
        path: '*',
        element: (
          <>
            <Watch />
            {element}
          </>
        ),
      },
    ],
    { initialEntries: [at] },
  )
  render(<RouterProvider router={router} />)
  return { address: () => address }
}
afterEach(cleanup)

describe('the row of open tabs', () => {
  const storage = memoryStorage()
  const home = tab('/', '首页', true)
  function Row({ current }: { current: string }): ReactNode {
    const tabs = useSyncExternalStore(store.subscribe, store.get)
    const navigate = useNavigate()
    return <TabsRow tabs={tabs} currentKey={current} store={store} go={(to) => void navigate(to)} />
  }
  let store = createTabsStore({ storage, key: 't', pinned: [home] })
  beforeEach(() => {
    store = createTabsStore({ storage: memoryStorage(), key: 't', pinned: [home] })
    for (const one of [tab('/a', '甲'), tab('/b', '乙')]) store.visit(one)
  })
  const titles = (): (string | null)[] =>
    within(screen.getByRole('navigation', { name: '打开的页面' }))
      .getAllByRole('link')
      .map((one) => one.textContent)
  const middle = (title: string): boolean =>
    fireEvent(screen.getByText(title), new MouseEvent('auxclick', { bubbles: true, button: 1 }))

  test('the middle button closes a tab and shows the last remaining one; a pinned tab stays', async () => {
    const { address } = show(<Row current="/a" />, '/a')
    middle('甲')
    await waitFor(() => expect(address()).toBe('/b'))
    middle('首页')
    expect(titles()).toEqual(['首页', '乙'])
  })
  test('the right button opens a menu with four entries, for a pinned tab without closing it, at most 1000 px from the left', () => {
    show(<Row current="/a" />, '/a')
    fireEvent.contextMenu(screen.getByText('甲'), { clientX: 1300, clientY: 20 })
    expect(screen.getAllByRole('menuitem').map((one) => one.textContent)).toEqual([
      '刷新页面',
      '关闭当前',
      '关闭其他',
      '关闭所有',
    ])
    expect(screen.getByRole('menu').style.left).toBe('1000px')
    fireEvent.contextMenu(screen.getByText('首页'), { clientX: 10, clientY: 20 })
    expect(screen.getAllByRole('menuitem').map((one) => one.textContent)).toEqual(['刷新页面', '关闭其他', '关闭所有'])
  })
  test('tabs that do not fit are listed with a search; one is opened by Enter, closed, and the others with it', async () => {
    const wide = vi.spyOn(Element.prototype, 'scrollWidth', 'get').mockReturnValue(900)
    const { address } = show(<Row current="/a" />, '/a')
    wide.mockRestore()
    fireEvent.click(screen.getByRole('button', { name: '全部 3 页' }))
    const list = await screen.findByRole('dialog', { name: '全部打开的页面' })
    const listed = (): (string | null)[] =>
      within(list)
        .queryAllByRole('link')
        .map((one) => one.textContent)
    expect(listed()).toEqual(['首页', '甲', '乙'])
    const search = within(list).getByRole('searchbox')
    fireEvent.change(search, { target: { value: '丙' } })
    expect(within(list).getByText('没有打开名字里有“丙”的页面')).toBeDefined()
    fireEvent.change(search, { target: { value: '乙' } })
    expect(listed()).toEqual(['乙'])
    // The default is prevented: the focus returns to the button of the list, and the rest of the key press would open the list again.
    expect(fireEvent.keyDown(search, { key: 'Enter' })).toBe(false)
    await waitFor(() => expect(address()).toBe('/b'))
    fireEvent.click(screen.getByRole('button', { name: '全部 3 页' }))
    fireEvent.click(await screen.findByRole('button', { name: '关闭其他' }))
    await waitFor(() => expect(titles()).toEqual(['首页', '甲']))
  })
  test('Delete closes the tab that has the focus, and not a pinned one', async () => {
    show(<Row current="/a" />, '/a')
    fireEvent.keyDown(screen.getByText('乙'), { key: 'Delete' })
    await waitFor(() => expect(titles()).toEqual(['首页', '甲']))
    fireEvent.keyDown(screen.getByText('首页'), { key: 'Delete' })
    expect(titles()).toEqual(['首页', '甲'])
  })
  test('closing others opens the tab that stays; closing all opens the pinned one', async () => {
    const { address } = show(<Row current="/a" />, '/a')
    fireEvent.contextMenu(screen.getByText('乙'))
    fireEvent.click(screen.getByText('关闭其他'))
    await waitFor(() => expect(address()).toBe('/b'))
    await waitFor(() => expect(titles()).toEqual(['首页', '乙']))
    fireEvent.contextMenu(screen.getByText('乙'))
    fireEvent.click(screen.getByText('关闭所有'))
    await waitFor(() => expect(titles()).toEqual(['首页']))
  })
  test('a tab whose page asks before it is left is kept while the person stays, however it was to be closed', async () => {
    let isKept = true
    function Guard(): null {
      const blocker = useBlocker(() => isKept)
      useEffect(() => {
        if (blocker.state === 'blocked') blocker.reset()
      }, [blocker])
      return null
    }
    const page = (
      <>
        <Guard />
        <Row current="/a" />
      </>
    )
    const { address } = show(page, '/a')
    middle('甲')
    for (const [tab, entry] of [
      ['甲', '关闭当前'],
      ['乙', '关闭其他'],
      ['甲', '关闭所有'],
    ] as const) {
      fireEvent.contextMenu(screen.getByText(tab))
      fireEvent.click(screen.getByText(entry))
      await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
      expect([address(), titles()]).toEqual(['/a', ['首页', '甲', '乙']])
    }
    isKept = false
    middle('甲')
    await waitFor(() => expect(titles()).toEqual(['首页', '乙']))
    expect(address()).toBe('/b')
  })
  test('refreshing uses the helper page with the target address', async () => {
    const { address } = show(<Row current="/a" />, '/a')
    fireEvent.contextMenu(screen.getByText('乙'))
    fireEvent.click(screen.getByText('刷新页面'))
    await waitFor(() => expect(address()).toBe('/redirect?path=%2Fb'))
  })
  test('the tabs are restored after a reload, the pinned ones once', () => {
    const kept = memoryStorage()
    createTabsStore({ storage: kept, key: 't', pinned: [home] }).visit(tab('/a', '甲'))
    expect(
      createTabsStore({ storage: kept, key: 't', pinned: [home] })
        .get()
        .map((one) => one.title),
    ).toEqual(['首页', '甲'])
  })
})

describe('the account popover', () => {
  const CHANGE = 'POST /admin/adminUser/safe_updatePassword.do'
  const LOGOUT = 'POST /api/user/logout'
  let app: Awaited<ReturnType<typeof openApp>>
  let finish: () => void
  beforeEach(async () => {
    app = await openApp({
      [CHANGE]: (_asked, res) => void (finish = () => reply(res, { code: 200, data: null })),
      [LOGOUT]: () => null,
    })
    moveInto(app.origin)
    session.begin('token', USER)
    show(<UserButton isCollapsed={false} />)
    fireEvent.click(screen.getByLabelText('账号 王'))
  })
  afterEach(() => {
    for (const one of toast.get()) toast.close(one.id)
    app.close()
  })
  const type = (label: string, value: string): boolean =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } })

  /** The form's code is loaded on demand. */
  async function openPasswordForm(): Promise<void> {
    fireEvent.click(screen.getByText('修改密码'))
    await screen.findByLabelText('原密码')
  }

  test('shows account, type and last login, and one panel at a time', async () => {
    expect(screen.getByRole('dialog').textContent).toContain('登录账号wang账号类型管理员上次登录01/02 11:04:05')
    await openPasswordForm()
    expect(screen.queryByText('退出登录')).toBeNull()
    fireEvent.click(screen.getByText('取消'))
    fireEvent.click(screen.getByText('退出登录'))
    expect(screen.getByText('确定退出登录吗？')).not.toBeNull()
    expect(screen.queryByLabelText('原密码')).toBeNull()
  })

  test.each([
    ['', '', '', '请输入原密码'],
    ['abc', '', '', '密码长度必须在6到18位之间'],
    ['abcdef', '', '', '请输入新密码'],
    ['abcdef', '12345', '', '密码长度必须在6到18位之间'],
    ['abcdef', '123456', '', '请再次输入新密码'],
    ['abcdef', '123456', '1234567', '两次输入的密码不一致'],
    // A password is never trimmed: six spaces are six characters.
    ['      ', '', '', '请输入新密码'],
    ['      ', '      ', '       ', '两次输入的密码不一致'],
  ])('a change from %j to %j, %j is refused with %s', async (old, next, again, message) => {
    await openPasswordForm()
    type('原密码', old)
    type('新密码', next)
    type('确认新密码', again)
    fireEvent.submit(screen.getByLabelText('原密码').closest('form')!)
    expect(toast.get().map((one) => one.text)).toEqual([message])
    expect(app.asked).toEqual([])
  })

  test('sends both passwords as MD5, once for two clicks, and closes with 密码修改成功', async () => {
    await openPasswordForm()
    type('原密码', 'abcdef')
    type('新密码', '123456')
    type('确认新密码', '123456')
    const form = screen.getByLabelText('原密码').closest('form')!
    fireEvent.submit(form)
    fireEvent.submit(form)
    await waitFor(() => expect(app.count(CHANGE)).toBe(1))
    finish()
    await waitFor(() => expect(toast.get().map((one) => one.text)).toEqual(['密码修改成功']))
    expect(new URLSearchParams(app.asked[0]!.body)).toEqual(
      new URLSearchParams({
        oldUserPassword: passwordDigest('abcdef'),
        userPassword: 'e10adc3949ba59abbe56e057f20f883e',
      }),
    )
    expect([app.asked.length, screen.queryByRole('dialog')]).toEqual([1, null])
  })

  test('logging out asks first, calls the server, then removes the session', async () => {
    fireEvent.click(screen.getByText('退出登录'))
    fireEvent.click(screen.getByText('确定'))
    await waitFor(() => expect(session.get()).toMatchObject({ isLogin: false, lastEnd: 'left' }))
    expect(app.count(LOGOUT)).toBe(1)
  })
})
