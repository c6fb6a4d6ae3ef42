// @vitest-environment happy-dom
import type { WhatIfRow, WhatIfRule } from '@huoqiao/contract/products/products-whatif.endpoints'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { reply } from '../../../../test/app.ts'
import { draw, enterApp, leaveApp } from '../../../../test/page.tsx'
import type { OpenedApp } from '../../../../test/page.tsx'
import { invalidateLists, toast } from '../../../lib/index.ts'
import { PRICE_RULE } from '../../../../test/price-rule.ts'
import SandboxDrawer from './sandbox.drawer.tsx'

const TRY = 'POST /api/alibaba/product/tryPrices'
const WRITE = 'POST /api/alibaba/product/modifyProducts'
const DOWN = { code: 500, msg: '服务器没有回答' }
const RULE = { id: 'r1', ...PRICE_RULE }

let app: OpenedApp
let isDown: boolean
/** if set: functions that answer the waiting calculations */
let held: (() => void)[] | undefined
let isRefused: boolean
let isLeft: boolean
let written: { items: unknown[]; change: { repriceBy: { rule: WhatIfRule } } }[]
beforeEach(async () => {
  isDown = false
  isRefused = false
  isLeft = false
  held = undefined
  written = []
  app = await enterApp({
    'GET /api/shopify/store/getAllShopifyStores': () => [
      { id: 's1', name: '一店', currency: 'USD', priceRuleId: 'r1', environment: 'sandbox' },
    ],
    'GET /api/pricing/queryPriceRules': () => [RULE],
    [TRY]({ body }, res) {
      const answer = isDown ? DOWN : { code: 200, data: sumsOf((JSON.parse(body) as { rule: WhatIfRule }).rule) }
      if (held) return void held.push(() => reply(res, answer))
      return answer
    },
    [WRITE]({ body }) {
      written.push(JSON.parse(body) as (typeof written)[number])
      if (!isRefused) return { succeeded: 1, failed: 0, rows: [{ key: 'p1', ok: true, message: '' }] }
      const rows = [
        { key: 'p1', ok: false, message: '价格正在同步' },
        { key: 'p2', ok: true, message: '' },
      ]
      return { succeeded: 1, failed: 1, rows }
    },
  })
})
afterEach(async () => {
  for (const answer of held ?? []) answer()
  await leaveApp(app)
})

/** A calculation in which the number of changed prices depends on the multiplier. */
function sumsOf({ multiplier }: WhatIfRule): {
  storeName: string
  currency: string
  rows: WhatIfRow[]
  elsewhere: number
} {
  const changed = Math.floor(Number(multiplier))
  const none = { compareAtNow: null, compareAtNext: null, marginNow: 10, marginKept: 10, marginNext: 20 }
  const counts = { variants: 9, changed, manual: 0, unpriced: 0, belowFloor: 0, belowCost: 0 }
  const prices = { priceNow: { min: 100, max: 100 }, priceNext: { min: 200, max: 200 } }
  const row = { productId: 'p1', title: '杯', image: null, live: false, ...prices, ...none, ...counts }
  return { storeName: '一店', currency: 'USD', rows: [row], elsewhere: 0 }
}
const CUP = { id: 'p1', title: '杯', storeIds: ['s1'] }
async function open(products = [CUP], shown = '改价并预演（2 个价格）'): Promise<void> {
  draw(<SandboxDrawer products={products} onClose={() => undefined} onPreview={() => (isLeft = true)} />)
  await button(shown)
}
const button = (name: string): Promise<HTMLElement> => screen.findByRole('button', { name })
const press = async (name: string): Promise<boolean> => fireEvent.click(await button(name))
const multiplier = (): HTMLInputElement => screen.getByLabelText('倍率')
const type = (text: string): boolean => fireEvent.change(multiplier(), { target: { value: text } })
const toasts = (): string[] => toast.get().map(({ text }) => text)
const confirm = async (title: RegExp): Promise<void> => {
  const question = await screen.findByText(title)
  fireEvent.click(within(question.closest<HTMLElement>('[role=dialog]')!).getByRole('button', { name: /^改\s*价$/ }))
}

test('prices are written by the numbers whose result is shown, after the person has seen how many', async () => {
  await open()
  type('4')
  await press('改价并预演（4 个价格）')
  await confirm(/把 1 个商品的 4 个价格改过去/)
  await waitFor(() => expect(written.map(({ change }) => change.repriceBy.rule.multiplier)).toEqual(['4']))
})

test('a result that could not be calculated again stays on the screen, and no price is written until it is', async () => {
  await open()
  isDown = true
  await act(() => invalidateLists(['products']))
  const note = await screen.findByRole('alert')
  expect(note.textContent).toContain('服务器没有回答')
  await press('改价并预演（2 个价格）')
  expect(toasts()).toContain('试算没有更新，请重试')
  expect(screen.queryByText(/价格改过去/)).toBeNull()
  isDown = false
  fireEvent.click(within(note).getByRole('button', { name: /重\s*试/ }))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  await press('改价并预演（2 个价格）')
  await confirm(/把 1 个商品的 2 个价格改过去/)
  await waitFor(() => expect(written).toHaveLength(1))
})

test('no price is written while the result of the last input is missing', async () => {
  await open()
  held = []
  type('4')
  await press('改价并预演（2 个价格）')
  await waitFor(() => expect(held).toHaveLength(1))
  await press('改价并预演（2 个价格）')
  expect(toasts()).toEqual(['还在试算，请稍候'])
  expect(screen.queryByText(/价格改过去/)).toBeNull()
  held.pop()!()
  await press('改价并预演（4 个价格）')
  await confirm(/4 个价格改过去/)
  await waitFor(() => expect(written).toHaveLength(1))
})

test('numbers whose calculation failed stay typed, and can be calculated again', async () => {
  await open()
  isDown = true
  type('4')
  const note = await screen.findByRole('alert')
  expect(multiplier().value).toBe('4')
  isDown = false
  fireEvent.click(within(note).getByRole('button', { name: /重\s*试/ }))
  await button('改价并预演（4 个价格）')
})

test('the saved rule is what is in the fields, however recently it was typed', async () => {
  await open()
  type('4')
  await press('存为定价规则')
  fireEvent.change(await screen.findByLabelText('名称'), { target: { value: '旺季' } })
  fireEvent.click(screen.getByRole('button', { name: /确\s*定/ }))
  await waitFor(() => expect(app.count('POST /api/pricing/addPriceRule')).toBe(1))
  const asked = app.asked.find(({ name }) => name === 'POST /api/pricing/addPriceRule')
  expect(JSON.parse(asked!.body)).toMatchObject({ name: '旺季', multiplier: '4' })
})

test('products that were not changed are named with the reason, before the dry run opens', async () => {
  await open()
  isRefused = true
  await press('改价并预演（2 个价格）')
  await confirm(/把 1 个商品的 2 个价格改过去/)
  const outcome = (await screen.findByText('价格正在同步')).closest('details')!
  expect(outcome.textContent).toContain('杯')
  expect(isLeft).toBe(false)
  await press('知道了')
  await waitFor(() => expect(isLeft).toBe(true))
})

test('more products than one call takes are tried and changed in parts', async () => {
  const many = Array.from({ length: 501 }, (_, at) => ({ ...CUP, id: `p${at}` }))
  // Every answer has one row with two prices.
  await open(many, '改价并预演（4 个价格）')
  const tried = app.asked.filter(({ name }) => name === TRY)
  expect(tried.map(({ body }) => (JSON.parse(body) as { productIds: string[] }).productIds.length)).toEqual([500, 1])
})
