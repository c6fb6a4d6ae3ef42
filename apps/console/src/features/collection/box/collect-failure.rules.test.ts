import { expect, it } from 'vitest'
import { remedyOf } from './collect-failure.rules.ts'

it('links to the account for what is repaired there, and to the search for an offer that is gone', () => {
  expect(remedyOf('1688授权已失效：访问令牌已过期').to).toContain('tab=marketplace')
  expect(remedyOf('货源已下架或不存在：1688上已经找不到这个商品').to).toBe('/shop/product/1688')
})

it('proposes another try where nothing else is known to help', () => {
  expect(remedyOf('暂时连不上1688')).toEqual({ advice: '稍后重试。' })
})
