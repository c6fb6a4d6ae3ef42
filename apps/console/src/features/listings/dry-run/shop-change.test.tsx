// @vitest-environment happy-dom
import type { BulkOutcome } from '@huoqiao/contract/wire'
import type { ShopChange } from '@huoqiao/contract/shop-change'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { ConfigProvider } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { openPageBench, showPage, toasts } from '../../../../test/page-bench.tsx'
import { useKeptOutcomes } from '../../../ui/kept-outcomes.ts'
import ShopChangeDrawer from './shop-change.drawer.tsx'

const ITEM = {
  key: 'p1:s1',
  productId: 'p1',
  title: '灯',
  image: null,
  storeName: '德语店',
  action: 'update',
  fields: [
    {
      field: 'status',
      label: '状态',
      storeNow: '草稿',
      ours: '上架',
      willBecome: '上架',
      why: '',
      reason: 'ours',
      change: 'set',
      conflict: false,
      isHidden: false,
    },
  ],
  problems: [],
  contentHash: 'h',
  estimatedCost: 0,
} as unknown as ShopChange
const load = async (found: (items: readonly ShopChange[]) => void): Promise<void> => found([ITEM])
const FAILED: BulkOutcome = { succeeded: 0, failed: 1, rows: [{ key: 'p1:s1', ok: false, message: '店铺没有回答' }] }
const bench = openPageBench({})

function Page({ write }: { write: () => Promise<BulkOutcome> }): ReactNode {
  const [isOpen, open] = useState(true)
  const kept = useKeptOutcomes()
  if (isOpen)
    return (
      <ConfigProvider theme={{ token: { motion: false } }}>
        <ShopChangeDrawer
          title="上架预演"
          word="上架"
          total={1}
          load={load}
          write={write}
          onClose={() => open(false)}
        />
      </ConfigProvider>
    )
  return <output>{kept.map(({ title, names }) => `${title} ${names.get('p1:s1')}`)}</output>
}

it('the outcome of a write is reported and kept when its drawer was closed meanwhile', async () => {
  let end: ((outcome: BulkOutcome) => void) | undefined
  const write = (): Promise<BulkOutcome> => new Promise((resolve) => (end = resolve))
  showPage(bench, <Page write={write} />, '/')
  fireEvent.click(await screen.findByRole('button', { name: '上架 1 处' }))
  await waitFor(() => expect(end).toBeDefined())
  fireEvent.click(screen.getByRole('button', { name: /^取\s?消$/ }))
  end!(FAILED)
  await waitFor(() => expect(toasts()).toEqual(['上架：全部失败（1），明细在右上角的“同步任务”里']))
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('上架 灯 · 德语店'))
})
