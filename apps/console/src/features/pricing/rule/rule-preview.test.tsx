// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { draw, enterApp, leaveApp } from '../../../../test/page.tsx'
import type { OpenedApp } from '../../../../test/page.tsx'
import { PRICE_RULE } from '../../../../test/price-rule.ts'
import { RulePreview } from './rule-preview.tsx'

const PREVIEW = 'POST /api/pricing/previewPriceRule'
let app: OpenedApp
let isDown: boolean
beforeEach(async () => {
  isDown = false
  app = await enterApp({
    [PREVIEW]({ body }) {
      if (isDown) return { code: 500, msg: '服务器没有回答' }
      const { items } = JSON.parse(body) as { items: { costMinor: number; weightGrams: number }[] }
      const rest = { compareAtMinor: null, marginPercent: 50, belowFloor: false }
      return items.map((one) => ({ ...one, ...rest, priceMinor: one.costMinor * 2 }))
    },
  })
})
afterEach(() => leaveApp(app))

const cost = (): HTMLInputElement => screen.getByLabelText('试算成本')

test('a typed cost is tried, and is kept when prices that could not be calculated are requested again', async () => {
  const { redraw } = draw(<RulePreview rule={PRICE_RULE} />)
  await screen.findByLabelText('试算成本')
  fireEvent.change(cost(), { target: { value: '88' } })
  fireEvent.blur(cost())
  await waitFor(() => expect(screen.getByRole('table').textContent).toContain('$176.00'))
  isDown = true
  redraw(<RulePreview rule={{ ...PRICE_RULE, multiplier: '3' }} />)
  const note = await screen.findByRole('alert')
  isDown = false
  fireEvent.click(within(note).getByRole('button', { name: /重\s*试/ }))
  await waitFor(() => expect(Number(cost().value)).toBe(88))
})
