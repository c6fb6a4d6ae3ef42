// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { ComponentType } from 'react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { draw, enterApp, leaveApp } from '../../test/page.tsx'
import type { OpenedApp } from '../../test/page.tsx'
import RoleListPage from '../features/access/roles/role-list.page.tsx'
import AccountListPage from '../features/accounts/account-list.page.tsx'
import OnlineSessions from '../features/session/online-sessions.list.tsx'
import { toast } from '../lib/client.ts'

const row = (id: string, name: string) => ({
  id,
  name,
  userAccount: id,
  phone: '',
  roleType: 0,
  status: 'active',
  deptId: null,
  deptName: null,
  roles: [],
  note: '',
  remark: '',
  builtIn: false,
  accountCount: 0,
  lackingCount: 0,
  rightCount: 0,
  device: '',
  ip: '',
  mine: false,
  loginAt: 1,
  lastSeenAt: 1,
  createdAt: 1,
  updatedAt: 1,
  lastLoginTime: null,
  version: 1,
  can: { suspend: true, deleteRoles: true, endSessions: true },
})
const ROWS = [row('a', '甲'), row('b', '乙'), row('c', '丙')]
const Sessions = () => <OnlineSessions head={{ tabs: [], tab: '', onTab: () => undefined }} />

type List = { Page: ComponentType; read: string; act: string; button: RegExp }
const LISTS: readonly (readonly [string, List])[] = [
  [
    'accounts',
    {
      Page: AccountListPage,
      read: 'GET /admin/adminUser/pagingQuery.do',
      act: 'POST /admin/adminUser/suspend.do',
      button: /^停\s*用$/,
    },
  ],
  [
    'roles',
    {
      Page: RoleListPage,
      read: 'GET /admin/role/queryRoles',
      act: 'POST /admin/role/deleteRoles',
      button: /^删\s*除$/,
    },
  ],
  [
    'sessions',
    {
      Page: Sessions,
      read: 'GET /admin/session/queryOnlineSessions',
      act: 'POST /admin/session/endSessions',
      button: /^踢下线$/,
    },
  ],
]

let app: OpenedApp
let answer: () => unknown
const outcomeOf = (failed: readonly string[]) => {
  const rows = ['a', 'b'].map((key) => ({
    key,
    ok: !failed.includes(key),
    message: failed.includes(key) ? '还在用' : '',
  }))
  return { succeeded: 2 - failed.length, failed: failed.length, rows }
}
beforeEach(async () => {
  const lists = LISTS.map(([, { read }]) => [read, () => ({ list: ROWS, total: ROWS.length, page: 1 })] as const)
  const acts = LISTS.map(([, { act }]) => [act, () => answer()] as const)
  app = await enterApp({
    ...Object.fromEntries([...lists, ...acts]),
    'GET /admin/dept/findDeptRoleList.do': () => ({ depts: [] }),
  })
})
afterEach(() => leaveApp(app))

const bar = (): HTMLElement | null => screen.queryByRole('toolbar', { name: '批量操作' })
const boxes = (): HTMLInputElement[] =>
  within(screen.getByRole('table')).getAllByRole('checkbox').slice(1) as HTMLInputElement[]

/** Selects the first two rows, presses the button of the bar, and confirms. */
async function act({ Page, button }: List): Promise<void> {
  draw(<Page />)
  await screen.findByText(/^丙/)
  for (const box of boxes().slice(0, 2)) fireEvent.click(box)
  fireEvent.click(within(bar()!).getByRole('button', { name: button }))
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: button }))
}

describe.each(LISTS)('of selected %s', (_name, list) => {
  test('those that failed stay selected and show the reason, the others are deselected', async () => {
    answer = () => outcomeOf(['b'])
    await act(list)
    await screen.findByText('还在用')
    await waitFor(() => expect(bar()?.textContent).toContain('已选 1 项'))
    expect(boxes().map(({ checked }) => checked)).toEqual([false, true, false])
  })

  test('none stays selected when all succeeded', async () => {
    answer = () => outcomeOf([])
    await act(list)
    await waitFor(() => expect(bar()).toBeNull())
    expect(toast.get().map(({ text }) => text)).toEqual([expect.stringContaining('全部成功（2）')])
  })

  test('all stay selected when the call failed', async () => {
    answer = () => ({ code: 500, msg: '服务器没有回答' })
    await act(list)
    await waitFor(() => expect(toast.get().map(({ text }) => text)).toEqual(['服务器没有回答']))
    expect(bar()?.textContent).toContain('已选 2 项')
  })
})
