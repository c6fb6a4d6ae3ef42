import { randomUUID } from 'node:crypto'
import type { OutputOf } from '@huoqiao/contract'
import type { ordersEndpoints } from '@huoqiao/contract/orders/orders.endpoints'
import type { OrderDetail } from '@huoqiao/contract/orders/orders.schema'
import type { UnsourcedGood } from '@huoqiao/contract/orders/order-unsourced.endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sellUnknown } from '../../../test/shop-orders.ts'
import { until } from '../../../test/until.ts'
import { workbookOf } from '../../../test/workbook.ts'
import { startOrderFixture } from './orders-fixture.testing.ts'
import type { OrderFixture } from './orders-fixture.testing.ts'

let fixture: OrderFixture
beforeAll(async () => {
  fixture = await startOrderFixture()
})
afterAll(() => fixture?.close())

const goods = async (filter: object = {}): Promise<UnsourcedGood[]> =>
  (await fixture.app.ok('getUnsourcedGoods', { pageSize: 100, ...filter })).list
const goodOf = async (order: OrderDetail): Promise<UnsourcedGood> => (await goods({ orderIds: [order.id] }))[0]!
const relate = (rows: object[], over: object = {}) => fixture.app.ok('relateGoods', { rows, ...over })
const offered = (goodId: string, over: object = {}) => ({
  goodId,
  offerId: fixture.offer.offerId,
  skuId: fixture.offer.skus[0]!.skuId,
  scope: 'remember',
  ...over,
})

/** An order with a custom item, typed by the merchant: without variant and SKU. */
const typed = async (title: string): Promise<OrderDetail> =>
  fixture.detail({ id: (await sellUnknown(fixture, title, 1)).orderId })

describe('goods without a source', () => {
  test('are listed once for all orders that wait for them, with orders and pieces; for chosen orders only on request', async () => {
    const first = await fixture.brought([{ variant: 0, quantity: 2 }])
    const second = await fixture.brought([
      { variant: 0, quantity: 3 },
      { variant: 1, quantity: 1 },
    ])
    const all = await goods()
    expect(all[0]).toMatchObject({ orders: 2, pieces: 5, rememberable: true, sku: fixture.variants[0]!.sku })
    expect([...all[0]!.numbers].sort()).toEqual([first.number, second.number].sort())
    expect((await goods({ orderIds: [first.id] })).map(({ id, orders, pieces }) => [id, orders, pieces])).toEqual([
      [all[0]!.id, 1, 2],
    ])
    expect((await goods({ goodIds: [all[1]!.id] })).map(({ id }) => id)).toEqual([all[1]!.id])
    expect(await goods({ keyword: 'nothing is called so' })).toEqual([])
    await fixture.app.ok('ignoreLines', { lineIds: [second.lines[1]!.id], ignored: true })
    expect((await goods()).map(({ id }) => id)).toEqual([all[0]!.id])
  })

  test('are linked in bulk: each row by itself, and remembered links apply to later orders', async () => {
    const one = await fixture.brought([{ variant: 2, quantity: 1 }])
    const two = await fixture.brought([{ variant: 3, quantity: 1 }])
    const [good, other] = [await goodOf(one), await goodOf(two)]
    const nobody = randomUUID()
    const done = await relate([
      offered(good.id, { saleQuantity: 1, sourceQuantity: 2 }),
      offered(other.id, { skuId: '1' }),
      offered(nobody),
    ])
    expect(done.rows.rows.map(({ key, ok, word }) => [key, ok, word ?? null])).toEqual([
      [good.id, true, null],
      [other.id, false, 'invalid'],
      [nobody, false, 'not-found'],
    ])
    expect(done.rows.rows[1]!.message).toBe('货源没有这个规格')
    expect(done.lines).toBe(1)
    expect((await fixture.detail(two)).lines[0]!.source).toBeNull()
    const next = await fixture.brought([{ variant: 2, quantity: 1 }])
    for (const order of [one, next])
      expect((await fixture.detail(order)).lines[0]!.source).toMatchObject({ sourceQuantity: 2, origin: 'relation' })
    const twice = await relate([offered(good.id)])
    expect(twice.rows.rows[0]).toMatchObject({ ok: false, word: 'not-found' })
  })

  test('are linked once for the chosen orders, and the others still wait', async () => {
    const one = await fixture.brought([{ variant: 4, quantity: 1 }])
    const other = await fixture.brought([{ variant: 4, quantity: 1 }])
    const good = await goodOf(one)
    await relate([offered(good.id, { scope: 'this-order' })], { orderIds: [one.id] })
    expect((await fixture.detail(one)).lines[0]!.source).toMatchObject({ origin: 'order' })
    expect((await fixture.detail(other)).lines[0]!.source).toBeNull()
    // The source of that purchase is proposed for the same product in other orders.
    const [proposal] = (await goodOf(other)).proposals
    expect(proposal).toMatchObject({
      origin: 'earlier',
      exact: true,
      offerId: fixture.offer.offerId,
      skuId: fixture.offer.skus[0]!.skuId,
      why: `订单 ${one.number} 里的同款买的就是它`,
    })
    expect(proposal!.title).not.toBe('')
    expect(proposal!.spec).not.toBe('')
  })

  test('with neither variant nor SKU are identified by their title, and another custom line never gets their source', async () => {
    const [first, chair] = [await typed('A lamp by hand'), await typed('A chair by hand')]
    const good = await goodOf(first)
    expect(good.rememberable).toBe(false)
    await relate([offered(good.id)])
    await fixture.link([(await typed('A table by hand')).lines[0]!.id])
    expect((await fixture.detail(first)).lines[0]!.source).toMatchObject({ origin: 'order' })
    expect((await fixture.detail(chair)).lines[0]!.source).toBeNull()
    const next = await typed('A lamp by hand')
    expect((await goodOf(next)).proposals[0]).toMatchObject({ origin: 'earlier', exact: true })
  })
})

describe('a proposed source', () => {
  test('comes from our product of the same name, with the SKU by the name of the variant', async () => {
    const { offerId } = fixture.offer
    await fixture.app.ok('claimProducts', { lines: [offerId], storeIds: [fixture.us] }, { query: { origin: '1688' } })
    const product = await until(
      async () =>
        (await fixture.app.ok('getProductsByCondition', { pageSize: 10 })).list.find(({ title }) => title !== ''),
      (one) => one !== undefined,
    )
    const order = await typed(product!.title)
    const [proposal] = (await goodOf(order)).proposals
    expect(proposal).toMatchObject({ origin: 'title', offerId, exact: false, skuId: null })
    expect(proposal!.why).toContain(product!.title)
  })

  test('comes from the source of another variant of the same product, without choosing the SKU', async () => {
    const one = fixture.variants.find(
      ({ product }) => fixture.variants.filter((v) => v.product === product).length > 1,
    )!
    const [known, open] = [one, fixture.variants.find((v) => v.product === one.product && v !== one)!].map((variant) =>
      fixture.variants.indexOf(variant),
    )
    const linked = await fixture.brought([{ variant: known!, quantity: 1 }])
    await fixture.link([linked.lines[0]!.id], { scope: 'this-order', sourceQuantity: 2 })
    const order = await fixture.brought([{ variant: open!, quantity: 1 }])
    await fixture.app.ok('unlinkShopifyOrder', { lineIds: [order.lines[0]!.id], scope: 'forget' })
    const { proposals } = await goodOf(order)
    expect(proposals.find(({ origin }) => origin === 'sibling')).toMatchObject({
      offerId: fixture.offer.offerId,
      skuId: null,
      exact: false,
      sourceQuantity: 2,
      why: `订单 ${linked.number} 里这个商品的其他规格买的是这个货源；规格要选`,
    })
  })

  test('comes from a link that another store remembers for the same SKU', async () => {
    const order = await fixture.brought([{ variant: 5, quantity: 1 }])
    const { sku } = fixture.variants[5]!
    const other = (await fixture.app.ok('getAllShopifyStores')).find(({ id }) => id !== fixture.us)!
    await sheet([
      ['SKU', '1688货源', '规格编号', '比例', '店铺'],
      [sku, fixture.offer.offerId, fixture.offer.skus[1]!.skuId, '1:3', other.name],
    ])
    expect((await goodOf(order)).proposals[0]).toMatchObject({
      origin: 'relation',
      skuId: fixture.offer.skus[1]!.skuId,
      sourceQuantity: 3,
      exact: true,
      why: `${other.name}的同一个SKU ${sku} 记住的货源`,
    })
  })
})

type Sheet = { code: number; data: OutputOf<(typeof ordersEndpoints)['importRelations']> & { what?: string } }

async function sheet(rows: string[][], query = ''): Promise<Sheet> {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(workbookOf(rows))]), '货源.xlsx')
  const response = await fetch(`${fixture.app.url}/api/order/center/importRelations${query}`, {
    method: 'POST',
    headers: { authorization: await fixture.app.login('admin', 'admin888') },
    body: form,
  })
  return (await response.json()) as Sheet
}

describe('an import sheet of links', () => {
  test('shows what it would do and writes nothing, then links what waits and remembers the others', async () => {
    const waiting = await fixture.brought([{ variant: 6, quantity: 1 }])
    const [asked, later] = [fixture.variants[6]!.sku, fixture.variants[7]!.sku]
    const us = (await fixture.app.ok('getAllShopifyStores')).find(({ id }) => id === fixture.us)!.name
    const rows = [
      ['店铺', 'SKU', '1688货源', '规格编号', '销售件数', '货源件数'],
      [
        us,
        asked,
        `https://detail.1688.com/offer/${fixture.offer.offerId}.html`,
        fixture.offer.skus[0]!.skuId,
        '1',
        '4',
      ],
      [us, later, fixture.offer.offerId, fixture.offer.skus[1]!.skuId, '', ''],
      [us, 'NO-SPEC', fixture.offer.offerId, '', '', ''],
      ['没有的店', asked, fixture.offer.offerId, fixture.offer.skus[0]!.skuId, '', ''],
      [us, '', 'nothing', '', '', ''],
      [us, asked, 'no link', '7', '', ''],
    ]
    const tried = await sheet(rows, '?dryRun=true')
    expect(tried.data.rows.map(({ row, lines, ok, message }) => [row, lines, ok, message])).toEqual([
      [2, 1, true, '记住，并关联等着的 1 行'],
      [3, 0, true, '记住；现在没有订单等着它'],
      [4, 0, false, '请选择货源的规格'],
      [5, 0, false, '没有叫“没有的店”的店铺'],
      [6, 0, false, '没有填SKU'],
      [7, 0, false, '1688货源要填商品编号或商品链接'],
    ])
    // An unreadable value is shown as it was written, so that it can be found in the sheet.
    expect(tried.data.rows.at(-1)).toMatchObject({ source: 'no link / 7' })
    expect((await fixture.detail(waiting)).lines[0]!.source).toBeNull()
    const done = await sheet(rows)
    expect(done.data).toMatchObject({ good: 2, faulty: 4 })
    expect((await fixture.detail(waiting)).lines[0]!.source).toMatchObject({ sourceQuantity: 4, origin: 'relation' })
    const next = await fixture.brought([{ variant: 7, quantity: 1 }])
    expect(next.lines[0]!.source).toMatchObject({ skuId: fixture.offer.skus[1]!.skuId, origin: 'relation' })
    expect((await sheet([['编号'], ['1']])).data.what).toBeDefined()
  })
})
