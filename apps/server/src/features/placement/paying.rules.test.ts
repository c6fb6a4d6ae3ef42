import { describe, expect, it } from 'vitest'
import { unpaidYet } from './paying.rules.ts'

const MINUTE = 60_000
const at = (state: 'sending' | 'unknown', minutes: number) =>
  unpaidYet({ state, createdAt: new Date(0) }, minutes * MINUTE, 30)?.state

describe('a payment without a password that 1688 does not show', () => {
  it('is on its way for a minute, then nobody knows, and after the time of the setting it was not made', () => {
    expect([0, 0.9, 1, 29.9, 30].map((minutes) => at('sending', minutes))).toEqual([
      undefined,
      undefined,
      'unknown',
      'unknown',
      'failed',
    ])
  })

  it('of which nobody knows stays so until it was not made', () => {
    expect([0, 29.9, 30].map((minutes) => at('unknown', minutes))).toEqual([undefined, undefined, 'failed'])
  })
})
