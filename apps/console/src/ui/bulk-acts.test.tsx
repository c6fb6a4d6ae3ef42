// @vitest-environment happy-dom
import type { ListName } from '@huoqiao/contract'
import type { BulkOutcome } from '@huoqiao/contract/wire'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { reply } from '../../test/app.ts'
import { draw, enterApp, leaveApp } from '../../test/page.tsx'
import type { OpenedApp } from '../../test/page.tsx'
import { call, toast } from '../lib/client.ts'
import { useRead } from '../lib/use-call.ts'
import { ReportedOutcome, useBulkActs } from './bulk-acts.tsx'
import { useSelection } from './selection.ts'

const LIST = 'GET /admin/dictionary/queryDictionaries'
const REVIEW = 'POST /api/purchase/center/completeReviewOrder'
const TOUCHED: readonly ListName[] = ['dictionaries']
const ROWS = [
  { id: 'a', name: 'CG1' },
  { id: 'b', name: 'CG2' },
  { id: 'c', name: 'CG3' },
]

let app: OpenedApp
/** ends the running call */
let finish: (answer: object) => void
beforeEach(async () => {
  app = await enterApp({
    [LIST]: () => ({ list: [], total: 0, page: 1 }),
    [REVIEW]: (_asked, res) => void (finish = (answer) => reply(res, answer)),
  })
})
afterEach(() => leaveApp(app))

const keyOf = ({ id }: (typeof ROWS)[number]): string => id
function Page(): ReactNode {
  useRead('queryDictionaries', { page: 1, pageSize: 10 })
  const selection = useSelection(ROWS, keyOf)
  const acts = useBulkActs(TOUCHED)
  const [last, note] = useState<BulkOutcome | null>()
  const review = async (): Promise<void> =>
    note(
      (await acts.perform('审核通过', selection.rows, (purchaseIds) => call('completeReviewOrder', { purchaseIds }))) ??
        null,
    )
  return (
    <>
      <button onClick={selection.toggleAll}>全选</button>
      <button onClick={() => void review()}>审核</button>
      <p>已选 {selection.rows.length}</p>
      <p>{acts.isBusy ? '正在做' : '闲着'}</p>
      <p>{last === undefined ? '还没有' : last === null ? '没有结果' : `失败 ${last.failed}`}</p>
      <ReportedOutcome acts={acts} />
    </>
  )
}
async function act(answer: object): Promise<void> {
  draw(<Page />)
  await waitFor(() => expect(app.count(LIST)).toBe(1))
  fireEvent.click(screen.getByText('全选'))
  fireEvent.click(screen.getByText('审核'))
  await screen.findByText('正在做')
  await waitFor(() => expect(app.count(REVIEW)).toBe(1))
  finish(answer)
  await screen.findByText('闲着')
}

test('a call that fails as a whole shows an error, returns nothing, keeps the selection and reads the list again', async () => {
  await act({ code: 500, msg: '服务器没有回答' })
  await screen.findByText('没有结果')
  expect(toast.get().map(({ text }) => text)).toEqual(['服务器没有回答'])
  expect([screen.queryByRole('dialog'), screen.getByText('已选 3')]).toEqual([null, expect.anything()])
  await waitFor(() => expect(app.count(LIST)).toBe(2))
})

test('partial failures are shown in a dialog by their cause and rows, and the list is read again', async () => {
  const rows = ROWS.map(({ id }) => ({ key: id, ok: id === 'a', message: id === 'a' ? '已审核' : '没有收货地址' }))
  await act({ code: 200, data: { succeeded: 1, failed: 2, rows } })
  await screen.findByText('失败 2')
  const shown = (await screen.findByRole('dialog')).textContent
  expect(shown).toContain('部分成功：1 成功，2 失败')
  expect(shown).toContain('没有收货地址2 条CG2CG3')
  await waitFor(() => expect(app.count(LIST)).toBe(2))
  fireEvent.click(screen.getByRole('button', { name: '知道了' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a call that failed for every row is shown per row as well', async () => {
  const rows = ROWS.map(({ id }) => ({ key: id, ok: false, message: '没有收货地址' }))
  await act({ code: 400, msg: '都没有做', data: { succeeded: 0, failed: 3, rows } })
  await screen.findByText('失败 3')
  expect((await screen.findByRole('dialog')).textContent).toContain('没有收货地址3 条CG1CG2CG3')
})
