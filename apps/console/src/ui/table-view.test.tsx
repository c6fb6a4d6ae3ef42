// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import type { TableColumnsType } from 'antd'
import { Table } from 'antd'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { moveInto, openApp } from '../../test/app.ts'
import { logIn } from '../../test/person.ts'
import { session } from '../lib/client.ts'
import { flushPreferences } from '../lib/preferences.ts'
import { useTableView } from './table-view.tsx'

type Row = { id: string; name: string; code: string; note: string }
const ROWS: Row[] = [{ id: '1', name: '颜色', code: 'color', note: '深浅' }]
const COLUMNS: TableColumnsType<Row> = [
  { key: 'name', title: '名称', dataIndex: 'name', width: 200 },
  { key: 'code', title: '编码', dataIndex: 'code', width: 120 },
  { key: 'note', title: '备注', dataIndex: 'note' },
  { key: 'acts', title: '', render: () => '编辑', width: 60 },
]

let app: Awaited<ReturnType<typeof openApp>>
let kept: Map<string, string>
beforeEach(async () => {
  kept = new Map()
  app = await openApp({
    'POST /admin/preference/savePreferences': ({ body }) => {
      for (const { key, value } of (JSON.parse(body) as { changes: { key: string; value: string }[] }).changes)
        kept.set(key, value)
      return null
    },
  })
  moveInto(app.origin)
  logIn()
})
afterEach(async () => {
  cleanup()
  await flushPreferences()
  session.end()
  localStorage.clear()
  app.close()
})

function List({ name }: { name: string }): ReactNode {
  const { table, control } = useTableView(name, COLUMNS, 300)
  return (
    <>
      {control}
      <Table<Row> rowKey="id" dataSource={ROWS} pagination={false} {...table} />
    </>
  )
}
function open(name = 'things'): void {
  cleanup()
  render(<List name={name} />)
}
const heads = (): (string | null)[] =>
  within(screen.getAllByRole('table')[0]!)
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent)
const panel = async (): Promise<HTMLElement> => {
  if (!screen.queryByRole('dialog', { name: '列设置' })) fireEvent.click(screen.getByRole('button', { name: '列设置' }))
  return screen.findByRole('dialog', { name: '列设置' })
}
const toggle = async (column: string): Promise<boolean> =>
  fireEvent.click(within(await panel()).getByRole('checkbox', { name: column }))
const edge = (title: string): HTMLElement => screen.getByRole('separator', { name: `${title}的列宽` })
const press = (title: string, key: string): boolean => fireEvent.keyDown(edge(title), { key })
const widths = (): (string | undefined)[] =>
  Array.from(document.querySelectorAll('col'), (col) => /width: (\d+)px/.exec(col.getAttribute('style') ?? '')?.[1])

test('a hidden column stays hidden the next time, in this list only, and returns to its place', async () => {
  open()
  await toggle('编码')
  expect(heads()).toEqual(['名称', '备注', ''])
  open()
  expect(heads()).toEqual(['名称', '备注', ''])
  open('others')
  expect(heads()).toEqual(['名称', '编码', '备注', ''])
  open()
  await toggle('编码')
  expect(heads()).toEqual(['名称', '编码', '备注', ''])
})

test('the columns that name a row or act on it can’t be hidden', async () => {
  open()
  const boxes = within(await panel()).getAllByRole('checkbox')
  expect(boxes.map((box) => box.closest('label')!.textContent)).toEqual(['编码', '备注'])
})

test('the keyboard changes the width of a column, which is kept for the next time; a double click resets it', () => {
  open()
  const made = widths()
  // There is no layout here, so a column has zero width when its edge is grabbed, and gets the minimum width.
  press('编码', 'ArrowRight')
  expect(widths()).toEqual(made.with(1, '48'))
  open()
  expect(widths()).toEqual(made.with(1, '48'))
  fireEvent.doubleClick(edge('编码'))
  expect(widths()).toEqual(made)
  press('编码', 'Enter')
  expect(widths()).toEqual(made)
})

test('the density applies to all lists', async () => {
  open()
  fireEvent.click(within(await panel()).getByText('宽松'))
  open('others')
  expect(widths().slice(0, 2)).toEqual(['224', '144'])
  expect(within(await panel()).getByRole('radio', { name: '宽松' })).toHaveProperty('checked', true)
})

test('恢复默认 resets all of it, and is shown only if something was changed', async () => {
  open()
  const made = widths()
  const reset = async (): Promise<HTMLButtonElement> =>
    within(await panel()).getByRole<HTMLButtonElement>('button', { name: '恢复默认' })
  expect((await reset()).disabled).toBe(true)
  await toggle('备注')
  press('名称', 'ArrowRight')
  fireEvent.click(within(await panel()).getByText('适中'))
  fireEvent.click(await reset())
  expect([heads(), widths(), (await reset()).disabled]).toEqual([['名称', '编码', '备注', ''], made, true])
})

test('two hidden columns and a width that are set one after the other are all kept, and sent to the server', async () => {
  open()
  await toggle('编码')
  await toggle('备注')
  press('名称', 'ArrowRight')
  expect(heads()).toEqual(['名称', ''])
  await flushPreferences()
  expect(JSON.parse(kept.get('columns:things')!)).toEqual({ hidden: ['code', 'note'], widths: { name: 48 } })
})
