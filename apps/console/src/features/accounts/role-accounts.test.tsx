// @vitest-environment happy-dom
import type { AdminUser } from '@huoqiao/contract/accounts/accounts.schema'
import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { openPageBench, showPage } from '../../../test/page-bench.tsx'
import RoleAccountsDrawer from './role-accounts.drawer.tsx'

const accountOf = (id: string): AdminUser => ({
  id,
  userAccount: `user${id}`,
  name: `员工${id}`,
  phone: '',
  roleType: 0,
  status: 'active',
  deptId: null,
  deptName: null,
  roles: [],
  note: '',
  hasAuthenticator: true,
  authenticatorDemanded: false,
  mustChangePassword: false,
  locked: false,
  lastLoginTime: null,
  createdAt: 0,
  version: 1,
  can: {},
})
let removed: unknown[]
const bench = openPageBench({
  'GET /admin/role/queryRoles': () => ({ list: [{ id: 'r1', name: '采购' }], total: 1, page: 0, pageSize: 100 }),
  'GET /admin/adminUser/pageQueryActorByRoleId.do': ({ query }) => ({
    list: query.get('page') === '0' ? [accountOf('1'), accountOf('2')] : [accountOf('101'), accountOf('102')],
    total: 102,
    page: Number(query.get('page')),
    pageSize: 100,
  }),
  'POST /admin/adminUser/deleteUserInRole.do'({ body }) {
    removed.push(JSON.parse(body))
    return { succeeded: 1, failed: 1, rows: [ROWS.removed, ROWS.kept] }
  },
})
const ROWS = {
  removed: { key: '101', ok: true, message: '已移除' },
  kept: { key: '102', ok: false, message: '不能收回自己的角色' },
}
beforeEach(() => {
  removed = []
})
const tick = (name: string): boolean =>
  fireEvent.click(within(screen.getByText(name).closest('tr')!).getByRole('checkbox'))

it('only accounts that are in sight are removed from a role, and the question and the outcome name them', async () => {
  showPage(bench, <RoleAccountsDrawer roleId="r1" onClose={() => undefined} />, '/')
  await screen.findByText('员工1')
  tick('员工1')
  fireEvent.click(screen.getByTitle('2'))
  await screen.findByText('员工101')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '移出角色' }).disabled).toBe(true)
  tick('员工101')
  tick('员工102')
  fireEvent.click(screen.getByRole('button', { name: '移出角色（2）' }))
  const question = (await screen.findByText('把 2 个账号移出“采购”？')).closest<HTMLElement>('[role=dialog]')!
  expect(question.textContent).toContain('员工101（user101）员工102（user102）')
  fireEvent.click(within(question).getByRole('button', { name: /移\s*出$/ }))
  const outcome = (await screen.findByText('不能收回自己的角色')).closest('details')!
  expect(outcome.textContent).toContain('员工102（user102）')
  expect(removed).toEqual([{ roleId: 'r1', userIds: ['101', '102'] }])
})
