import { expect, it } from 'vitest'
import { knownCarrier } from '../src/index.ts'

it.each([
  ['YunExpress', 'YunExpress'],
  ['yun express', 'YunExpress'],
  ['云途物流', 'YunExpress'],
  ['顺丰速运(SF)', 'SF Express'],
  ['国际件（SF）', 'SF Express'],
  ['DHL', 'DHL Express'],
  ['DHL eCommerce Asia', 'DHL eCommerce Asia'],
  ['usps', 'USPS'],
  ['中通快递(ZTO)', undefined],
  ['Yanwen', undefined],
  ['菜鸟', undefined],
  ['J&T', undefined],
  ['', undefined],
])('the carrier %j is %j to Shopify', (name, exact) => {
  expect(knownCarrier(name)).toBe(exact)
})
