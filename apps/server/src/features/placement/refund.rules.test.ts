import type { SourceOrder } from '@huoqiao/connector-1688'
import { describe, expect, it } from 'vitest'
import { isRefunding, refundFound } from './refund.rules.ts'

const reported = (refundId: string | null, items: [itemId: string, refundId: string | null][]): SourceOrder =>
  ({ refundId, items: items.map(([itemId, refund]) => ({ itemId, refundId: refund })) }) as unknown as SourceOrder

describe('a refund whose answer was lost', () => {
  const asked = { subItemIds: ['1', '2'], formerIds: ['R1'] }

  it('is the one for its items that did not exist before', () => {
    expect(
      refundFound(
        reported(null, [
          ['1', 'R1'],
          ['2', 'R2'],
        ]),
        asked,
      ),
    ).toBe('R2')
    expect(
      refundFound(
        reported('R3', [
          ['1', 'R1'],
          ['2', null],
        ]),
        asked,
      ),
    ).toBe('R3')
  })
  it('is none that existed before, nor one for other items', () => {
    expect(
      refundFound(
        reported(null, [
          ['1', 'R1'],
          ['2', null],
        ]),
        asked,
      ),
    ).toBeUndefined()
    expect(refundFound(reported('R1', [['1', 'R1']]), asked)).toBeUndefined()
    expect(refundFound(reported(null, [['3', 'R9']]), asked)).toBeUndefined()
  })
})

it('is open while the seller or the buyer has to act, and blocks another application', () => {
  const running = ['waitselleragree', 'waitbuyermodify', 'waitbuyersend', 'waitsellerreceive']
  expect([...running, 'refundsuccess', 'refundclose', null].filter(isRefunding)).toEqual(running)
})
