// @vitest-environment happy-dom
import type { AdminUser } from '@huoqiao/contract/accounts/accounts.schema'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { CALLS } from 'virtual:contract'
import { moveInto, openApp } from '../../../test/app.ts'
import { logIn } from '../../../test/person.ts'
import { queryClient, session, toast } from '../../lib/index.ts'
import { flushPreferences } from '../../lib/preferences.ts'
import { AccountDrawer } from './account.drawer.tsx'

const WANG: AdminUser = {
  id: '0192f0c0-aaaa-7bbb-8ccc-0123456789ab',
  userAccount: 'wangwu',
  name: '王五',
  phone: '13800001111',
  roleType: 0,
  status: 'active',
  deptId: null,
  deptName: null,
  roles: [],
  note: '负责灯具',
  hasAuthenticator: false,
  authenticatorDemanded: false,
  mustChangePassword: false,
  locked: false,
  lastLoginTime: null,
  createdAt: 0,
  version: 3,
  can: { updateAdminUser: true },
}
const UPDATE = `POST ${CALLS['updateAdminUser']!.path}`
const DEPARTMENTS = `GET ${CALLS['findDeptRoleList']!.path}`

let app: Awaited<ReturnType<typeof openApp>>
afterEach(async () => {
  cleanup()
  await flushPreferences()
  session.end()
  queryClient.clear()
  localStorage.clear()
  for (const one of toast.get()) toast.close(one.id)
  app.close()
})

test('the note of an account is in its form, and stays when the name is changed', async () => {
  app = await openApp({
    [UPDATE]: () => ({ ...WANG, name: '王六', version: 4 }),
    [DEPARTMENTS]: () => ({ depts: [], roles: [] }),
    'POST /admin/preference/savePreferences': () => ({ code: 200, data: null }),
  })
  moveInto(app.origin)
  logIn()
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <AccountDrawer row={WANG} deptId={null} onMade={() => undefined} onClose={() => undefined} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  expect(screen.getByLabelText<HTMLTextAreaElement>('备注').value).toBe('负责灯具')
  fireEvent.change(screen.getByLabelText('姓名'), { target: { value: '王六' } })
  fireEvent.click(screen.getByRole('button', { name: /保\s*存/ }))
  await waitFor(() => expect(app.count(UPDATE)).toBe(1))
  const sent = app.asked.find(({ name }) => name === UPDATE)!
  expect(JSON.parse(sent.body)).toMatchObject({ id: WANG.id, version: 3, name: '王六', note: '负责灯具' })
})
