// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openPageBench, showPage } from '../../../../test/page-bench.tsx'
import CreatePurchaseDrawer from './create-purchase.drawer.tsx'

const bench = openPageBench({ 'GET /api/purchase/center/queryAddressNames': () => [] })
const NONE: readonly string[] = []

test('a click beside the drawer does not lose what was typed for a purchase', () => {
  let closed = 0
  showPage(bench, <CreatePurchaseDrawer orderIds={NONE} lineIds={NONE} onClose={() => (closed += 1)} />, '/')
  const clickBeside = (): boolean => fireEvent.click(document.querySelector('.ant-drawer-mask')!)
  const message = screen.getByLabelText('给卖家的留言')
  fireEvent.change(message, { target: { value: '请尽快发货' } })
  clickBeside()
  expect(closed).toBe(0)
  fireEvent.change(message, { target: { value: '' } })
  clickBeside()
  expect(closed).toBe(1)
})
