// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { reply } from '../../../test/app.ts'
import { openPageBench, showPage, toasts } from '../../../test/page-bench.tsx'
import { AccountImport } from './account-import.drawer.tsx'

const IMPORT = 'POST /admin/adminUser/importUsers.do'
type Fault = { row: number; field: string; message: string }

let faults: Fault[]
/** postpones the answer of a dry run, if set */
let hold: ((finish: () => void) => void) | undefined
const bench = openPageBench({
  [IMPORT]({ body }, res) {
    const isTried = /name="dryRun"\s+true/.test(body)
    const rows = /rows:(\d+)/.exec(body)?.[1] ?? '1'
    const made = isTried || faults.length > 0 ? [] : [{ userAccount: 'li', initialPassword: 'Qx7-first' }]
    const answer = { code: 200, data: { rows: Number(rows), faults, made } }
    if (!hold) return answer
    hold(() => reply(res, answer))
    return undefined
  },
})
beforeEach(() => {
  faults = []
  hold = undefined
  showPage(bench, <Page />, '/system/account')
})
function Page(): ReactNode {
  const [isOpen, open] = useState(true)
  return isOpen ? <AccountImport onClose={() => open(false)} /> : <p>关了</p>
}
const sheet = (name: string, rows: number): File => new File([`rows:${rows}`], name)
const choose = (file: File): boolean =>
  fireEvent.change(document.querySelector('input[type=file]')!, { target: { files: [file] } })
const drawer = (): HTMLElement => screen.getByRole('dialog')
const press = (name: RegExp): boolean => fireEvent.click(within(drawer()).getByRole('button', { name }))
const escape = (): boolean => fireEvent.keyDown(drawer(), { key: 'Escape', keyCode: 27 })
/** A click is ignored until an effect has ended the button's loading state. */
async function confirmOne(): Promise<void> {
  await screen.findByText('检查通过：1 行都可以导入，还没有写入。')
  const button = within(drawer()).getByRole('button', { name: /导入 1 个账号$/ })
  await waitFor(() => expect(button.classList.contains('ant-btn-loading')).toBe(false))
  fireEvent.click(button)
  await screen.findByText('Qx7-first')
}
async function importOne(): Promise<void> {
  choose(sheet('a.xlsx', 1))
  await confirmOne()
}

test('a sheet is checked first, and creates accounts only after a confirmation', async () => {
  choose(sheet('a.xlsx', 1))
  await screen.findByText('检查通过：1 行都可以导入，还没有写入。')
  expect(bench.app.asked.filter(({ name }) => name === IMPORT)).toHaveLength(1)
  await confirmOne()
  expect(toasts()).toEqual(['已导入 1 个账号'])
})

test('a sheet with errors shows each in its row and column, and can’t be imported', async () => {
  faults = [{ row: 3, field: '手机号', message: '格式不对' }]
  choose(sheet('a.xlsx', 2))
  const note = await screen.findByRole('alert')
  expect(note.textContent).toContain('共 2 行，1 行有问题')
  expect(screen.getByText('格式不对')).toBeDefined()
  // Until the dry run has ended the button is disabled.
  const button = screen.getByRole('button', { name: /导\s*入$/ })
  await waitFor(() => expect(button.className).not.toContain('loading'))
  press(/导\s*入$/)
  expect(toasts()).toEqual(['表里有问题，请改好后重新选择文件'])
  expect(bench.app.count(IMPORT)).toBe(1)
})

test('the first passwords, which are shown once, are not closed by Escape', async () => {
  await importOne()
  escape()
  expect(screen.getByText('Qx7-first')).toBeDefined()
  press(/我已记下初始密码/)
  expect(screen.getByText('关了')).toBeDefined()
})

test('before accounts were created, Escape closes the drawer as usual', () => {
  escape()
  expect(screen.getByText('关了')).toBeDefined()
})

test('a result is shown only for the sheet that was chosen last', async () => {
  const finish: (() => void)[] = []
  hold = (one) => void finish.push(one)
  choose(sheet('a.xlsx', 7))
  await waitFor(() => expect(finish).toHaveLength(1))
  choose(sheet('b.xlsx', 2))
  await waitFor(() => expect(finish).toHaveLength(2))
  finish[1]!()
  await screen.findByText('检查通过：2 行都可以导入，还没有写入。')
  await act(async () => {
    finish[0]!()
    await new Promise((answered) => setTimeout(answered, 50))
  })
  expect(screen.queryByText(/7 行都可以导入/)).toBeNull()
  expect(within(drawer()).getByRole('button', { name: /导入 2 个账号$/ })).toBeDefined()
})
