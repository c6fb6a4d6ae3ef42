import type { Product } from '@huoqiao/contract/products/products.schema'
import { describe, expect, test } from 'vitest'
import { withPushBench } from './listings.testing.ts'

const at = withPushBench({ products: 7 })
const UNKNOWN = '018f0000-0000-7000-8000-000000000000'
const pairOf = ({ id }: { id: string }) => ({ productId: id, storeId: at.us })
const preview = async (products: readonly { id: string }[], online: boolean) =>
  (await at.app.ok('previewListingsOnline', { pairs: products.map(pairOf), online })).items
const update = async (product: Product, change: object): Promise<unknown> =>
  at.shop.ask('mutation ($p: ProductUpdateInput!) { productUpdate(product: $p) { userErrors { message } } }', {
    p: { id: (await at.inShop(product)).id, ...change },
  })
/** Writes what the dry run showed. */
const approve = (seen: Awaited<ReturnType<typeof preview>>, online: boolean) =>
  at.app.ok('setListingsOnline', {
    productIds: seen.map(({ productId }) => productId),
    storeIds: [at.us],
    online,
    approvals: seen.map(({ productId, storeId, contentHash }) => ({ productId, storeId, contentHash })),
  })

describe('setListingsOnline', () => {
  test('takes listings off sale and on again, each row by itself; a push to one that is off leaves it off', async () => {
    const [one, never] = [at.pushed(), await at.product()]
    const toggle = (online: boolean) =>
      at.app.ok('setListingsOnline', { productIds: [one.id, never.id], storeIds: [at.us], online })
    expect((await toggle(false)).rows).toMatchObject([{ ok: true }, { ok: false, word: 'state-not-allowed' }])
    expect(await at.inShop(one)).toMatchObject({ status: 'DRAFT' })
    expect((await at.get(one)).state).toBe('offline')
    await at.edit(one, { title: 'Off sale' })
    const { items } = await at.push([one])
    expect(items).toMatchObject([{ state: 'succeeded', message: expect.stringContaining('没有上架') }])
    expect(await at.inShop(one)).toMatchObject({ status: 'DRAFT', title: 'Off sale' })
    expect((await at.get(one)).state).toBe('offline')
    expect((await toggle(false)).succeeded).toBe(0)
    await toggle(true)
    expect(await at.inShop(one)).toMatchObject({ status: 'ACTIVE' })
    expect((await at.get(one)).state).toBe('online')
  })

  test('writes what the dry run showed, row by row, and skips what it showed as impossible', async () => {
    const [one, never] = [at.pushed(), await at.product()]
    const seen = await preview([one, never], false)
    expect(seen).toMatchObject([
      {
        key: `${one.id}:${at.us}`,
        action: 'update',
        problems: [],
        fields: [{ field: 'status', storeNow: '在售', willBecome: '草稿（顾客看不到）', why: '下架', conflict: false }],
      },
      { action: 'blocked', fields: [], problems: [{ level: 'blocks', message: '还没有同步到这家店铺' }] },
    ])
    expect(await at.inShop(one)).toMatchObject({ status: 'ACTIVE' })
    expect((await approve(seen, false)).rows).toMatchObject([{ ok: true, message: '已下架' }, { ok: false }])
    expect(await at.inShop(one)).toMatchObject({ status: 'DRAFT' })
    // The approval was for the former state, and for taking it off sale.
    expect((await approve(seen, true)).rows[0]).toMatchObject({ ok: false, word: 'stale' })
    expect(await at.inShop(one)).toMatchObject({ status: 'DRAFT' })
    expect((await approve(await preview([one], true), true)).succeeded).toBe(1)
    expect(await at.inShop(one)).toMatchObject({ status: 'ACTIVE' })
    expect((await at.get(one)).state).toBe('online')
  })

  test('writes nothing where the shop has changed since the dry run, nor to pairs that were not approved', async () => {
    const [moved, quiet, left] = [at.pushed(), at.pushed(), at.pushed()]
    const seen = await preview([moved, quiet], false)
    await update(moved, { status: 'ARCHIVED' })
    const outcome = await at.app.ok('setListingsOnline', {
      productIds: [moved.id, quiet.id, left.id],
      storeIds: [at.us],
      online: false,
      approvals: seen.map(({ productId, storeId, contentHash }) => ({ productId, storeId, contentHash })),
    })
    expect(outcome.rows).toMatchObject([
      { key: `${moved.id}:${at.us}`, ok: false, word: 'stale', message: expect.stringContaining('没有写入') },
      { key: `${quiet.id}:${at.us}`, ok: true },
    ])
    for (const [product, status] of [
      [moved, 'ARCHIVED'],
      [quiet, 'DRAFT'],
      [left, 'ACTIVE'],
    ] as const)
      expect(await at.inShop(product)).toMatchObject({ status })
    const [again] = await preview([moved], false)
    expect(again).toMatchObject({ fields: [{ storeNow: '已归档（顾客看不到）', why: '店铺里被改过', conflict: true }] })
    expect((await approve([again!], false)).succeeded).toBe(1)
    expect(await at.inShop(moved)).toMatchObject({ status: 'DRAFT' })
  })

  test('shows in the dry run what the shop did already, and what a push would change in addition', async () => {
    const product = at.pushed()
    await update(product, { status: 'DRAFT' })
    const [off] = await preview([product], false)
    expect(off!.fields).toMatchObject([
      { field: 'status', change: 'none' },
      { field: 'record', ours: '在线', willBecome: '已下架', change: 'update' },
    ])
    await approve([off!], false)
    expect((await at.get(product)).state).toBe('offline')
    await at.edit(product, { title: 'Newer than the shop' })
    const [on] = await preview([product], true)
    expect(on!.problems).toMatchObject([{ level: 'warns', message: expect.stringContaining('还有 1 处不同') }])
    expect(
      await at.app.call('previewListingsOnline', { pairs: [pairOf({ id: UNKNOWN })], online: true }),
    ).toMatchObject({ code: 400, data: { refusal: 'not-found' } })
  })
})

test('links the live products of a shop to ours', async () => {
  const product = at.pushed()
  const there = await at.inShop(product)
  const { list } = await at.app.ok('getStoreProducts', { storeId: at.us, limit: 100 })
  expect(list.find(({ id }) => id === there.id)).toMatchObject({ listingOf: product.id })
})
