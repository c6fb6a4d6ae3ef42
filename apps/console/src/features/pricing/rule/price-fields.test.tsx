// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { inCurrency } from './rule-drawer.tsx'
import { PriceField } from '../../../ui/price-field.tsx'

afterEach(cleanup)

function Field({ currency, reported }: { currency: string; reported: (minor: number | null) => void }): ReactNode {
  const [minor, setMinor] = useState<number | null>(null)
  return (
    <PriceField
      aria-label="价格"
      currency={currency}
      value={minor}
      onChange={(next) => {
        setMinor(next)
        reported(next)
      }}
    />
  )
}
function type(currency: string, text: string): { minor: number | null; left: string; empty: string } {
  let minor: number | null = null
  render(<Field currency={currency} reported={(next) => (minor = next)} />)
  const input = screen.getByLabelText<HTMLInputElement>('价格')
  const empty = input.placeholder
  fireEvent.change(input, { target: { value: text } })
  fireEvent.blur(input)
  const seen = { minor, left: input.value, empty }
  cleanup()
  return seen
}

test('an amount has the decimals of its currency, while typing and afterwards', () => {
  expect(type('USD', '12.5')).toEqual({ minor: 1250, left: '12.50', empty: '0.00' })
  expect(type('USD', '12.')).toMatchObject({ minor: 1200, left: '12.00' })
  expect(type('JPY', '1980')).toEqual({ minor: 1980, left: '1980', empty: '0' })
  expect(type('JPY', '1980.')).toMatchObject({ minor: 1980, left: '1980' })
  expect(type('JPY', '1,980.55')).toMatchObject({ minor: 1980, left: '1980' })
  expect(type('KWD', '1.25')).toMatchObject({ minor: 1250, left: '1.250' })
  expect(type('KRW', '')).toMatchObject({ minor: null, left: '' })
})

test('an amount in a price rule stays the same number when its currency changes', () => {
  expect(inCurrency({ additionMinor: 150, freightPerKgMinor: 2500 }, 'USD', 'JPY')).toEqual({
    additionMinor: 2,
    freightPerKgMinor: 25,
  })
  expect(inCurrency({ additionMinor: 2, freightPerKgMinor: null }, 'JPY', 'USD')).toEqual({
    additionMinor: 200,
    freightPerKgMinor: null,
  })
})
