// @vitest-environment happy-dom
import type { WarningRule } from '@huoqiao/contract/notices/notices.endpoints'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { moveInto, openApp } from '../../../test/app.ts'
import { logIn } from '../../../test/person.ts'
import { session, toast } from '../../lib/client.ts'
import { queryClient } from '../../lib/query-client.ts'
import WarningPage from './warning.page.tsx'

const BASE = '/api/warning'
const ruleOf = (kind: WarningRule['kind'], title: string): WarningRule => ({
  kind,
  title,
  help: '',
  enabled: true,
  threshold: 5,
  unit: '%',
  level: 'info',
  roleIds: [],
  version: 1,
})

let app: Awaited<ReturnType<typeof openApp>>
let rules: WarningRule[]
function change(kind: string, more: Partial<WarningRule>): WarningRule {
  const before = rules.find((one) => one.kind === kind)!
  const next = { ...before, ...more, version: before.version + 1 }
  rules = rules.map((one) => (one.kind === kind ? next : one))
  return next
}
beforeEach(async () => {
  rules = [ruleOf('price-risen', '涨价'), ruleOf('offer-gone', '缺货')]
  app = await openApp({
    [`GET ${BASE}/queryWarningRules`]: () => rules,
    [`GET ${BASE}/queryNotices`]: () => ({ list: [], total: 0, page: 1, unreadCount: 0 }),
    'GET /admin/role/queryRoles': () => ({ list: [], total: 0, page: 1 }),
    [`POST ${BASE}/updateWarningRule`]({ body }) {
      const { kind, version, ...more } = JSON.parse(body) as WarningRule
      const current = rules.find((one) => one.kind === kind)!
      if (current.version !== version)
        return { code: 409, msg: '已被别人修改', data: { refusal: 'stale', what: '已被别人修改', current } }
      return change(kind, more)
    },
  })
  moveInto(app.origin)
  logIn()
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <WarningPage />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await screen.findByRole('region', { name: '涨价' })
})
afterEach(() => {
  cleanup()
  session.end()
  queryClient.clear()
  localStorage.clear()
  for (const one of toast.get()) toast.close(one.id)
  app.close()
})

const rule = (title: string) => within(screen.getByRole('region', { name: title }))
const threshold = (title: string): HTMLInputElement => screen.getByLabelText(`${title}的阈值`)
const type = (title: string, value: string): boolean => fireEvent.change(threshold(title), { target: { value } })
const press = (title: string, name: RegExp): boolean => fireEvent.click(rule(title).getByRole('button', { name }))
const readAgain = (): Promise<void> =>
  act(async () => {
    await queryClient.refetchQueries()
    // The new data is rendered in the next timer.
    await new Promise((drawn) => setTimeout(drawn))
  })

test('what is typed into one rule stays while another is saved, and while somebody else changes this one', async () => {
  type('涨价', '8')
  change('price-risen', { level: 'urgent' })
  type('缺货', '9')
  press('缺货', /^保\s*存$/)
  await waitFor(() => expect(rules[1]!.threshold).toBe(9))
  await readAgain()
  expect([threshold('涨价').value, threshold('缺货').value]).toEqual(['8', '9'])
})

test('a save after a change by somebody else is refused, and overwrites it only on confirmation', async () => {
  type('涨价', '8')
  change('price-risen', { threshold: 7 })
  press('涨价', /^保\s*存$/)
  await rule('涨价').findByText('已被别人修改')
  expect([threshold('涨价').value, rules[0]!.threshold]).toEqual(['8', 7])
  press('涨价', /用我的覆盖/)
  await waitFor(() => expect(rules[0]!.threshold).toBe(8))
})

test('discarding what was typed shows what somebody else saved meanwhile', async () => {
  type('涨价', '8')
  change('price-risen', { threshold: 7 })
  press('涨价', /^保\s*存$/)
  await rule('涨价').findByText('已被别人修改')
  press('涨价', /放弃我的/)
  await waitFor(() => expect(threshold('涨价').value).toBe('7'))
  expect(rule('涨价').queryByRole('button', { name: /^保\s*存$/ })).toBeNull()
})
