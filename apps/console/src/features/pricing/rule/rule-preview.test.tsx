// @vitest-environment happy-dom
import type { PriceRuleFields } from '@huoqiao/contract/pricing/pricing.schema'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { moveInto, openApp } from '../../../../test/app.ts'
import { logIn } from '../../../../test/person.ts'
import { queryClient, session, toast } from '../../../lib/index.ts'
import { RulePreview } from './rule-preview.tsx'

const PREVIEW = 'POST /api/pricing/previewPriceRule'
const RULE: PriceRuleFields = {
  name: '标准',
  currency: 'USD',
  rate: '7',
  multiplier: '2.5',
  additionMinor: 0,
  freightPerKgMinor: 0,
  rounding: '.99',
  floorMarginPercent: 20,
  feePercent: 0,
  targetMarginPercent: null,
  compareAtMultiplier: null,
}

let app: Awaited<ReturnType<typeof openApp>>
let isDown: boolean
beforeEach(async () => {
  isDown = false
  app = await openApp({
    [PREVIEW]({ body }) {
      if (isDown) return { code: 500, msg: '服务器没有回答' }
      const { items } = JSON.parse(body) as { items: { costMinor: number; weightGrams: number }[] }
      const rest = { compareAtMinor: null, marginPercent: 50, belowFloor: false }
      return items.map((one) => ({ ...one, ...rest, priceMinor: one.costMinor * 2 }))
    },
  })
  moveInto(app.origin)
  logIn()
})
afterEach(() => {
  cleanup()
  session.end()
  queryClient.clear()
  for (const one of toast.get()) toast.close(one.id)
  app.close()
})

const page = (rule: PriceRuleFields) => (
  <QueryClientProvider client={queryClient}>
    <RulePreview rule={rule} />
  </QueryClientProvider>
)
const cost = (): HTMLInputElement => screen.getByLabelText('试算成本')

test('a cost that was typed is tried, and is still there once prices that could not be worked out are asked for again', async () => {
  const { rerender } = render(page(RULE))
  await screen.findByLabelText('试算成本')
  fireEvent.change(cost(), { target: { value: '88' } })
  fireEvent.blur(cost())
  await waitFor(() => expect(screen.getByRole('table').textContent).toContain('$176.00'))
  isDown = true
  rerender(page({ ...RULE, multiplier: '3' }))
  const note = await screen.findByRole('alert')
  isDown = false
  fireEvent.click(within(note).getByRole('button', { name: /重\s*试/ }))
  await waitFor(() => expect(Number(cost().value)).toBe(88))
})
