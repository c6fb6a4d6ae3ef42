// @vitest-environment happy-dom
import { cleanup, createEvent, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { toast } from '../lib/client.ts'
import { PriceField } from './price-field.tsx'

afterEach(() => {
  cleanup()
  for (const one of toast.get()) toast.close(one.id)
})

/** Returns whether the field accepted it. */
function paste(text: string): boolean {
  const field = screen.getByRole('textbox')
  const event = createEvent.paste(field, { clipboardData: { getData: () => text } })
  fireEvent(field, event)
  return !event.defaultPrevented
}

test('a pasted text that is no price is refused with a message instead of read as another number', () => {
  render(<PriceField currency="CNY" aria-label="价格" />)
  expect(['1e5', '-5', '+3', '12 元', '1.2.3'].map(paste)).toEqual([false, false, false, false, false])
  expect(toast.get().map((one) => one.text)).toContain('“1e5”不是价格：只能有数字和小数点')
  expect(['15', ' 1,234.50 ', '¥12.5', '.5', ''].map(paste)).toEqual([true, true, true, true, true])
})
