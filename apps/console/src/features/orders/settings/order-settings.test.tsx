// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { openPageBench, showPage } from '../../../../test/page-bench.tsx'
import OrderSettingsDrawer from './order-settings.drawer.tsx'

const bench = openPageBench({
  'GET /api/shopify/store/getAllShopifyStores': () => [],
  'GET /api/order/center/queryExchangeRates': () => ({ list: [], total: 0, page: 1 }),
})

function Page(): ReactNode {
  const [tab, setTab] = useState('freights')
  const [isOpen, setOpen] = useState(true)
  return isOpen ? <OrderSettingsDrawer tab={tab} onTab={setTab} onClose={() => setOpen(false)} /> : '关了'
}
const bill = (): HTMLTextAreaElement => screen.getByLabelText('国际运费单')
const clickBeside = (): boolean => fireEvent.click(document.querySelector('.ant-drawer-mask')!)

test('a pasted bill outlives another tab and a click beside the drawer', () => {
  showPage(bench, <Page />, '/')
  fireEvent.change(bill(), { target: { value: '#1001 12.5' } })
  fireEvent.click(screen.getByText('汇率'))
  fireEvent.click(screen.getByText('国际运费'))
  expect(bill().value).toBe('#1001 12.5')
  clickBeside()
  expect(screen.queryByText('关了')).toBeNull()
  fireEvent.change(bill(), { target: { value: '' } })
  clickBeside()
  expect(screen.getByText('关了')).toBeTruthy()
})
