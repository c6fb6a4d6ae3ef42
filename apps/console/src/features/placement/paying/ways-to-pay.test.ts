import { expect, it } from 'vitest'
import { rememberedWay, waysToPay } from './ways-to-pay.ts'

it('proposes how the supplier was paid last, and nothing that this person may not choose', () => {
  expect(rememberedWay(waysToPay(false), 'credit')).toBe('credit')
  expect(rememberedWay(waysToPay(true), 'protocol-alipay')).toBe('protocol-alipay')
  expect(rememberedWay(waysToPay(false), 'protocol-alipay')).toBeUndefined()
  expect(rememberedWay(waysToPay(true), 'protocol-shegou')).toBeUndefined()
  expect(rememberedWay(waysToPay(true), null)).toBeUndefined()
  expect(rememberedWay(waysToPay(true), undefined)).toBeUndefined()
})
