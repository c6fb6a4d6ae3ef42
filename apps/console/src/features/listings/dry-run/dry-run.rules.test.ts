import type { DryRunItem } from '@huoqiao/contract/listings/listings.schema'
import type { DryRunField } from '@huoqiao/contract/shop-change'
import { describe, expect, it } from 'vitest'
import { comparable, excerpt } from './dry-run-text.rules.ts'
import type { Choice } from './dry-run.rules.ts'
import {
  afterPick,
  afterTake,
  callsOf,
  isGoing,
  ordersOf,
  pairKey,
  pairsOf,
  variantCounts,
  writableFirst,
} from './dry-run.rules.ts'

const field = (name: string, more: Partial<DryRunField> = {}): DryRunField => ({
  field: name,
  label: name,
  storeNow: 'a',
  ours: 'b',
  willBecome: 'b',
  why: '',
  change: 'update',
  conflict: false,
  ...more,
})
const item = (productId: string, storeId: string, more: Partial<DryRunItem> = {}): DryRunItem => ({
  key: `${productId}:${storeId}`,
  productId,
  storeId,
  title: productId,
  image: null,
  storeName: storeId,
  action: 'update',
  fields: [field('title'), field('vendor', { conflict: true }), field('tags', { change: 'none' })],
  problems: [],
  contentHash: `${productId}${storeId}`,
  estimatedCost: 10,
  ...more,
})

it('shows what can be written before what can’t, each in the original order', () => {
  const items = [
    item('p1', 's1', { action: 'blocked' }),
    item('p2', 's1'),
    item('p3', 's1', { action: 'none' }),
    item('p4', 's1', { action: 'create' }),
  ]
  expect(writableFirst(items).map(({ productId }) => productId)).toEqual(['p2', 'p4', 'p1', 'p3'])
})

describe('the pairs of a dry run', () => {
  it('compares a product only with the stores that it is claimed for', () => {
    const products = [
      { id: 'p1', title: '', storeIds: ['s1', 's2'] },
      { id: 'p2', title: '', storeIds: ['s2'] },
    ]
    expect(pairsOf(products, ['s1', 's2']).map(pairKey)).toEqual(['p1:s1', 'p1:s2', 'p2:s2'])
  })

  it('requests at most 50 pairs per call, and never two stores in one', () => {
    const pairs = Array.from({ length: 120 }, (_, at) => ({ productId: `p${at}`, storeId: at % 2 ? 's1' : 's2' }))
    const calls = callsOf(pairs)
    expect(calls.map((call) => call.length)).toEqual([50, 10, 50, 10])
    for (const call of calls) expect(new Set(call.map(({ storeId }) => storeId)).size).toBe(1)
  })
})

describe('the approved changes', () => {
  it('keep what somebody changed in the shop unless a person chooses otherwise', () => {
    const [order] = ordersOf([item('p1', 's1')], new Map())
    expect(order!.approvals[0]).toMatchObject({ contentHash: 'p1s1', skipFields: ['vendor'] })
    const choice: Choice = { isTaken: true, fields: new Map([['vendor', true]]) }
    expect(ordersOf([item('p1', 's1')], new Map([['p1:s1', choice]]))[0]!.approvals[0]!.skipFields).toEqual([])
  })

  it('leave out pairs that are blocked, unchanged, excluded, or without a remaining field', () => {
    expect(isGoing(item('p', 's', { action: 'blocked' }), undefined)).toBe(false)
    expect(isGoing(item('p', 's', { action: 'none' }), undefined)).toBe(false)
    expect(isGoing(item('p', 's'), { isTaken: false, fields: new Map() })).toBe(false)
    expect(isGoing(item('p', 's'), { isTaken: true, fields: new Map([['title', false]]) })).toBe(false)
  })

  it('request exactly the pairs that are pushed, although a call takes products times stores', () => {
    const items = [
      item('p1', 's1'),
      item('p1', 's2'),
      item('p2', 's2'),
      item('p3', 's1'),
      item('p3', 's2', { action: 'none' }),
    ]
    const sent = ordersOf(items, new Map()).flatMap((order) => {
      expect(order.approvals).toHaveLength(order.productIds.length * order.storeIds.length)
      return order.productIds.flatMap((productId) => order.storeIds.map((storeId) => pairKey({ productId, storeId })))
    })
    expect(sent.sort()).toEqual(['p1:s1', 'p1:s2', 'p2:s2', 'p3:s1'])
  })
})

describe('the shown changes', () => {
  it('count the fields of variants by their kind', () => {
    const fields = [
      field('variants.a.price'),
      field('variants.b.price'),
      field('variants.b.stock'),
      field('variants.c', { change: 'create' }),
      field('variants.gid://shopify/ProductVariant/1', { change: 'delete' }),
      field('variants.d.price', { change: 'none' }),
    ]
    expect(variantCounts(fields).map(({ label, count }) => `${label} ${count}`)).toEqual([
      '价格 2',
      '库存 1',
      '新增 1',
      '移除 1',
    ])
  })

  it('compare descriptions by their text, or by their markup when only that differs', () => {
    expect(comparable('<p>Hot</p>', '<p>Cold</p>')).toEqual(['Hot', 'Cold'])
    expect(comparable('<p>Hot</p>', '<div>Hot</div>')).toEqual(['<p>Hot</p>', '<div>Hot</div>'])
    expect(comparable('<table><tr><th>Brand</th><td>Jintu</td></tr></table>', null)).toEqual(['Brand Jintu', null])
  })

  it('shorten a long text to the part that differs', () => {
    const long = `${'x'.repeat(500)}old${'y'.repeat(500)}`
    const cut = excerpt(long, `${'x'.repeat(500)}new${'y'.repeat(500)}`)
    expect(cut).toContain('old')
    expect(cut.length).toBeLessThan(300)
  })
})

describe('the selection in a dry run', () => {
  const conflict = item('p1', 's1', { fields: [field('status', { conflict: true })] })

  it('includes what nobody else changed, a deletion too, and never what is refused', () => {
    expect(isGoing({ ...item('p1', 's1'), action: 'delete' }, undefined)).toBe(true)
    expect(isGoing(item('p1', 's1', { action: 'blocked' }), { isTaken: true, fields: new Map() })).toBe(false)
    expect(isGoing(conflict, undefined)).toBe(false)
  })

  it('of a whole product includes what it overwrites; without its last field it is deselected', () => {
    const taken = afterTake(new Map(), conflict, true)
    expect(isGoing(conflict, taken.get(conflict.key))).toBe(true)
    expect(isGoing(conflict, afterTake(taken, conflict, false).get(conflict.key))).toBe(false)
    expect(isGoing(conflict, afterPick(taken, conflict, ['status'], false).get(conflict.key))).toBe(false)
  })
})
