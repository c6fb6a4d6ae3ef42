// @vitest-environment happy-dom
import type { WhatIfRule } from '@huoqiao/contract/products/products-whatif.endpoints'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { SandboxFields } from './sandbox-fields.tsx'
import { untryable, whatIfOf } from './sandbox.rules.ts'

afterEach(cleanup)

function Fields({ start, reported }: { start: WhatIfRule; reported: (rule: WhatIfRule) => void }): ReactNode {
  const [rule, set] = useState(start)
  return (
    <SandboxFields
      rule={rule}
      onChange={(next) => {
        set(next)
        reported(next)
      }}
    />
  )
}
/** Shows the fields; returns a function that gives the current rule. */
function shown(start: WhatIfRule): () => WhatIfRule {
  let rule = start
  render(<Fields start={start} reported={(next) => (rule = next)} />)
  return () => rule
}
const type = (label: string, text: string): void => {
  const input = screen.getByLabelText<HTMLInputElement>(label, { selector: 'input' })
  fireEvent.change(input, { target: { value: text } })
  fireEvent.blur(input)
}
const blank = whatIfOf(undefined, 'USD')!

test('every number of the rule can be changed', () => {
  const rule = shown(blank)
  type('汇率：1 USD 合多少元', '7.1')
  type('倍率', '3')
  type('国际运费（每公斤）', '8.5')
  type('每件加价', '2')
  type('手续费', '3.5')
  type('目标毛利', '40')
  type('毛利底线', '35')
  type('划线价倍率', '1.4')
  expect(rule()).toEqual({
    ...blank,
    rate: '7.1',
    multiplier: '3',
    freightPerKgMinor: 850,
    additionMinor: 200,
    floorMarginPercent: 35,
    feePercent: 3.5,
    targetMarginPercent: 40,
    compareAtMultiplier: '1.4',
  })
  expect(untryable(rule())).toBeUndefined()
  expect(screen.getByText(/划线价 = 售价 × 1\.4/)).toBeTruthy()
})

test('an emptied compare-at multiplier is no compare-at price, and one up to 1 shows a warning', () => {
  const rule = shown({ ...blank, rate: '7', compareAtMultiplier: '1.3' })
  type('划线价倍率', '0.9')
  expect(screen.getByText(/划线价要高于售价/)).toBeTruthy()
  expect(untryable(rule())).toContain('划线价倍率')
  type('划线价倍率', '')
  expect(rule().compareAtMultiplier).toBeNull()
  expect(untryable(rule())).toBeUndefined()
  expect(screen.queryByText(/划线价要高于售价/)).toBeNull()
})
