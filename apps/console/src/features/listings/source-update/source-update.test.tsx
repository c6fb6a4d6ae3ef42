// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { ConfigProvider } from 'antd'
import type { ReactNode } from 'react'
import { Activity, useState } from 'react'
import { CALLS } from 'virtual:contract'
import { beforeEach, expect, it } from 'vitest'
import { reply } from '../../../../test/app.ts'
import { openPageBench, showPage, toasts } from '../../../../test/page-bench.tsx'
import SourceUpdateDrawer from './source-update.drawer.tsx'

const READ = `POST ${CALLS.syncUpdateProductDataAndShopifyData.path}`
const UNCHANGED = '货源没有变化，资料已是最新。'
/** Answers the second of the three calls, the only one that waits; undefined until that call arrives. */
let answer: ((body?: object) => void) | undefined
let read: string[]
beforeEach(() => {
  answer = undefined
  read = []
})
const bench = openPageBench({
  [READ]({ body }, res) {
    const ids = new URLSearchParams(body).get('productIds')!.split(',')
    const rows = ids.map((id) => ({ key: id, ok: true, message: '' }))
    const data = { taskId: null, proposals: [], rows: { succeeded: rows.length, failed: 0, rows } }
    const done = { code: 200, msg: '', message: '', data }
    if (bench.app.count(READ) !== 2) {
      read.push(...ids)
      return done
    }
    answer = (failure) => {
      if (!failure) read.push(...ids)
      reply(res, failure ?? done)
    }
    return undefined
  },
})
const products = Array.from({ length: 25 }, (_, at) => ({ id: `p${at}`, title: `灯 ${at}`, storeIds: ['s1'] }))
const all = products.map(({ id }) => id)

function Page(): ReactNode {
  const [isOpen, open] = useState(true)
  const [isShown, show] = useState(true)
  return (
    <ConfigProvider theme={{ token: { motion: false } }}>
      <button onClick={() => show(!isShown)}>换页</button>
      <Activity mode={isShown ? 'visible' : 'hidden'}>
        {isOpen ? (
          <SourceUpdateDrawer products={products} onClose={() => open(false)} onPreview={() => undefined} />
        ) : (
          <p>关了</p>
        )}
      </Activity>
    </ConfigProvider>
  )
}
/** Opens the drawer and waits until ten of the 25 are read and the next ten are being read. */
async function opened(): Promise<void> {
  showPage(bench, <Page />, '/')
  await waitFor(() => expect(answer).toBeDefined())
}

it('closing while sources are read asks first, and stops only when that is confirmed', async () => {
  await opened()
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  fireEvent.click(await screen.findByText('继续读'))
  fireEvent.click(screen.getByText(/^关\s?闭$/))
  expect(await screen.findAllByText('货源还在读取（10/25），停下吗？')).not.toHaveLength(0)
  fireEvent.click((await screen.findAllByText('停下并关闭')).at(-1)!)
  expect(await screen.findByText('关了')).toBeTruthy()
  answer!()
  await waitFor(() => expect(read).toEqual(all.slice(0, 20)))
  expect(bench.app.count(READ)).toBe(2)
})

it('behind another page the reading goes on to its end, which is reported there', async () => {
  await opened()
  fireEvent.click(screen.getByText('换页'))
  answer!()
  await waitFor(() => expect(toasts()).toEqual(['更新货源：全部成功（25），明细在右上角的“同步任务”里']))
  expect(read).toEqual(all)
  fireEvent.click(screen.getByText('换页'))
  expect(await screen.findByText(UNCHANGED)).toBeTruthy()
})

it('after a failure it says how far it came, not that nothing changed, and goes on from there', async () => {
  await opened()
  answer!({ code: 500, msg: '1688 没有回答' })
  expect(await screen.findByText(/读了 10\/25，其余的还没有读/)).toBeTruthy()
  expect(screen.queryByText(UNCHANGED)).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: /^继\s?续$/ }))
  expect(await screen.findByText(UNCHANGED)).toBeTruthy()
  expect(read).toEqual(all)
})
