import type { SourceProposal, UnsourcedGood } from '@huoqiao/contract/orders/order-unsourced.endpoints'
import { expect, test } from 'vitest'
import { chosenAs, lackOf, proposedChoice, rowsToRelate } from './goods.rules.ts'

const proposal = (over: Partial<SourceProposal>): SourceProposal => ({
  origin: 'earlier',
  why: '',
  offerId: '1',
  skuId: '2',
  specId: null,
  saleQuantity: 1,
  sourceQuantity: 3,
  title: '',
  supplierName: null,
  image: null,
  spec: '',
  unitCostMinor: null,
  stock: null,
  exact: true,
  ...over,
})
const good = (proposals: SourceProposal[], rememberable = true): UnsourcedGood => ({
  id: 'g',
  storeId: 's',
  storeName: '',
  sku: '',
  title: '',
  variantTitle: '',
  image: null,
  orders: 1,
  pieces: 1,
  numbers: [],
  since: 0,
  rememberable,
  proposals,
})

test('a source that was bought before is preselected with its ratio, one with the same name only is not', () => {
  expect(proposedChoice(good([proposal({})]))).toMatchObject({ isPicked: true, sourceQuantity: 3, scope: 'remember' })
  expect(proposedChoice(good([proposal({ origin: 'title' })], false))).toMatchObject({
    isPicked: false,
    source: { offerId: '1' },
    scope: 'this-order',
  })
  expect(proposedChoice(good([proposal({ exact: false })]))).toMatchObject({ isPicked: false, source: null })
})

test('of several products under one SKU code none is preselected', () => {
  const code = proposal({ origin: 'code' })
  expect(proposedChoice(good([code])).isPicked).toBe(true)
  expect(proposedChoice(good([code, proposal({ origin: 'code', offerId: '9' })]))).toMatchObject({
    isPicked: false,
    source: { offerId: '1' },
  })
  expect(proposedChoice(good([code, proposal({ origin: 'title', offerId: '9' })])).isPicked).toBe(true)
})

test('only selected goods with a source and whole pieces are sent', () => {
  const one = good([proposal({})])
  const choice = proposedChoice(one)
  expect(rowsToRelate([one], () => choice)).toHaveLength(1)
  expect(rowsToRelate([one], () => ({ ...choice, isPicked: false }))).toEqual([])
  expect(rowsToRelate([one], () => ({ ...choice, saleQuantity: null }))).toEqual([])
  expect(lackOf({ ...choice, source: null })).toBe('还没有选货源')
  expect(chosenAs({ ...choice, isPicked: false }, proposal({ offerId: '9', sourceQuantity: 5 }))).toMatchObject({
    isPicked: true,
    source: { offerId: '9' },
    sourceQuantity: 5,
  })
})
