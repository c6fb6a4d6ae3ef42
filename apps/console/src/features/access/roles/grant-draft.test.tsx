// @vitest-environment happy-dom
import type { RoleResources } from '@huoqiao/contract/access/access.schema'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { openPageBench, showPage, toasts } from '../../../../test/page-bench.tsx'
import { queryClient } from '../../../lib/query-client.ts'
import { RoleGrantDrawer } from './role-grant.drawer.tsx'

const GRANT = 'POST /admin/role/grantResourcesToRole'
const RIGHTS = ['看订单', '改订单', '删订单']
const NOTHING: RoleResources = { menuIds: [], rights: [], elementIds: [] }

let role: { held: RoleResources; version: number }
let isDown: boolean
/** Somebody else grants these rights meanwhile. */
const grantElsewhere = (...rights: string[]): void => {
  role = { held: { ...role.held, rights }, version: role.version + 1 }
}
const bench = openPageBench({
  'GET /admin/role/queryRoleResources': ({ query }) => ({
    ...role.held,
    role: {
      id: query.get('roleId'),
      name: '跟单',
      note: '',
      builtIn: false,
      accountCount: 0,
      lackingCount: 0,
      rightCount: 0,
      version: role.version,
      updatedAt: 0,
      can: { grantResourcesToRole: true },
    },
    menus: [],
    elements: [],
    catalogue: RIGHTS.map((title) => ({ right: title, title, feature: 'orders', mine: true })),
  }),
  [GRANT]({ body }) {
    if (isDown) return { code: 500, msg: '服务器没有回答' }
    const { version, rights = [] } = JSON.parse(body) as Partial<RoleResources> & { version: number }
    if (version !== role.version) return { code: 409, msg: '已被改过', data: { refusal: 'stale', what: '已被改过' } }
    grantElsewhere(...rights)
    return null
  },
})
beforeEach(() => {
  role = { held: { ...NOTHING, rights: ['看订单'] }, version: 3 }
  isDown = false
})

function Page(): ReactNode {
  const [isOpen, open] = useState(true)
  if (isOpen) return <RoleGrantDrawer roleId="r1" onClose={() => open(false)} />
  return <button onClick={() => open(true)}>授权</button>
}
async function open(): Promise<void> {
  showPage(bench, <Page />, '/system/role?grant=r1')
  await showRights()
}
async function showRights(): Promise<void> {
  fireEvent.click(await screen.findByRole('tab', { name: /操作权限/ }))
}
/** Reloads the page as a browser does: React unmounts nothing. */
async function reload(): Promise<void> {
  window.dispatchEvent(new Event('pagehide'))
  document.body.replaceChildren()
  queryClient.clear()
  await open()
}
const box = (right: string): HTMLInputElement => screen.getByRole('checkbox', { name: new RegExp(`^${right}`) })
const tick = (right: string): boolean => fireEvent.click(box(right))
const held = (): string[] => RIGHTS.filter((right) => box(right).checked)
const press = (name: RegExp): boolean =>
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name }))

test('ticked rights are there after a reload, with a notice that they were restored, and can be discarded', async () => {
  await open()
  tick('改订单')
  tick('看订单')
  await reload()
  expect(held()).toEqual(['改订单'])
  expect(screen.getByText(/已恢复 .* 没有保存的内容/)).toBeDefined()
  press(/放弃这些修改/)
  expect(held()).toEqual(['看订单'])
  await reload()
  expect([held(), screen.queryByText(/没有保存的内容/)]).toEqual([['看订单'], null])
})

test('a closed drawer keeps the ticked rights for the next time', async () => {
  await open()
  tick('改订单')
  press(/取\s*消/)
  fireEvent.click(screen.getByText('授权'))
  await showRights()
  expect(held()).toEqual(['看订单', '改订单'])
})

test('a failed save keeps the drawer open with the ticked rights, shows the reason, and keeps them over a reload', async () => {
  isDown = true
  await open()
  tick('改订单')
  press(/保\s*存$/)
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('服务器没有回答'))
  expect(held()).toEqual(['看订单', '改订单'])
  await reload()
  expect(held()).toEqual(['看订单', '改订单'])
})

test('a successful save closes the drawer and deletes the draft', async () => {
  await open()
  tick('改订单')
  press(/保\s*存$/)
  fireEvent.click(await screen.findByText('授权'))
  await showRights()
  expect([role.held.rights, held()]).toEqual([
    ['看订单', '改订单'],
    ['看订单', '改订单'],
  ])
  expect(screen.queryByText(/没有保存的内容/)).toBeNull()
  expect(toasts()).toEqual(['已保存“跟单”的授权'])
})

test('ticks from before a change by others are offered, and are applied on top of the role’s current rights', async () => {
  await open()
  tick('改订单')
  tick('看订单')
  grantElsewhere('看订单', '删订单')
  await reload()
  expect(held()).toEqual(['看订单', '删订单'])
  expect(screen.getByText(/之后别人保存过/)).toBeDefined()
  press(/填入我的内容/)
  expect(held()).toEqual(['改订单', '删订单'])
  press(/保\s*存$/)
  await screen.findByText('授权')
  expect(role.held.rights.toSorted()).toEqual(['删订单', '改订单'].toSorted())
})

test('ticks from before that are discarded are not offered again, and new ticks stay', async () => {
  await open()
  tick('改订单')
  grantElsewhere('看订单', '删订单')
  await reload()
  tick('看订单')
  press(/放\s*弃$/)
  expect(held()).toEqual(['删订单'])
  await reload()
  expect([held(), screen.queryByText(/之后别人保存过/)]).toEqual([['删订单'], null])
})

test('a save after a change by others shows both versions; the person overwrites it or takes theirs', async () => {
  await open()
  tick('改订单')
  grantElsewhere('看订单', '删订单')
  press(/保\s*存$/)
  await screen.findByText('这个角色刚被别人改过，请核对后再保存')
  expect(role.held.rights).toEqual(['看订单', '删订单'])
  press(/采用别人的内容/)
  expect(held()).toEqual(['看订单', '删订单'])
  tick('改订单')
  grantElsewhere('看订单')
  press(/保\s*存$/)
  await screen.findByText('这个角色刚被别人改过，请核对后再保存')
  press(/用我的内容覆盖/)
  await screen.findByText('授权')
  expect(role.held.rights).toEqual(['看订单', '删订单', '改订单'])
})

test('after two people granted at the same time, both changes can be kept: what the other one granted is not taken off', async () => {
  await open()
  tick('改订单')
  grantElsewhere('看订单', '删订单')
  press(/^保\s*存/)
  await screen.findByText('这个角色刚被别人改过，请核对后再保存')
  press(/两边的修改都保留/)
  await waitFor(() => expect(role.held.rights.toSorted()).toEqual(['删订单', '改订单', '看订单'].toSorted()))
})
