import { describe, expect, it } from 'vitest'
import type { DryRunField } from '@huoqiao/contract/shop-change'
import type { Product } from '@huoqiao/contract/products/products.schema'
import { approvalOf, changesOf, withPushBench } from './listings.testing.ts'
import { until } from '../../../test/until.ts'

const at = withPushBench({ products: 9 })

const stockOf = async (product: Product): Promise<number> => (await at.inShop(product)).variants[0]!.stock
const itemOf = async (product: Product): Promise<string> => (await at.inShop(product)).variants[0]!.itemId
const fieldOf = async (product: Product): Promise<DryRunField | undefined> =>
  (await at.dryRun(product)).fields.find(({ field }) => field === `variants.${product.variants[0]!.id}.stock`)
const setStock = (product: Product, stock: number): Promise<Product> =>
  at.edit(product, ({ variants: [first, ...rest] }: Product) => ({ variants: [{ ...first!, stock }, ...rest] }))
const UPDATE_ITEM = `mutation ($id: ID!, $i: InventoryItemInput!) { inventoryItemUpdate(id: $id, input: $i) { userErrors { message } } }`

/** The changes of an item's stock, from the shop's own records. */
async function moved(itemId: string): Promise<number[]> {
  const { entries } = await at.simulator.control<{ entries: { effects?: string[]; effect?: string }[] }>(
    'GET',
    '/ledger?call=inventoryAdjustQuantities&limit=1000',
  )
  const book = JSON.stringify(entries)
  return [...book.matchAll(new RegExp(`${itemId} ([+-]\\d+) = `, 'g'))].map(([, delta]) => Number(delta))
}

describe('stock', () => {
  it('that was sold in the shop is nobody’s change, and is not reset by approving everything', async () => {
    const product = at.pushed()
    await at.sell(await itemOf(product), 3)
    expect(await fieldOf(product)).toMatchObject({
      storeNow: '7',
      ours: '10',
      willBecome: '7',
      change: 'none',
      conflict: false,
      why: expect.stringContaining('上次同步后店铺里 −3（卖出、退货或店铺自己调整），保留'),
    })
    const seen = await at.dryRun(product)
    expect(seen.action).toBe('none')
    expect(await at.push([product])).toMatchObject({ items: [{ state: 'unchanged', message: '店铺内容已是最新' }] })
    await at.edit(product, { title: 'Approved as a whole' })
    await at.push([product], [approvalOf(await at.dryRun(product))])
    expect(await at.inShop(product)).toMatchObject({ title: 'Approved as a whole', variants: [{ stock: 7 }, {}] })
  })

  it('that was changed here is changed there by the same difference, in addition to sales before and after the dry run', async () => {
    const product = at.pushed()
    const itemId = await itemOf(product)
    await at.sell(itemId, 3)
    await setStock(product, 14)
    const seen = await at.dryRun(product)
    expect(await fieldOf(product)).toMatchObject({
      storeNow: '7',
      ours: '14',
      willBecome: '11',
      change: 'update',
      conflict: false,
      why: '这里 +4；上次同步后店铺里 −3（卖出、退货或店铺自己调整），保留',
    })
    await at.sell(itemId, 2)
    expect((await at.push([product], [approvalOf(seen)])).items).toMatchObject([{ message: '同步成功' }])
    expect(await stockOf(product)).toBe(9)
    expect(changesOf(await at.dryRun(product))).toEqual([])
    await setStock(product, 4)
    await at.push([product])
    // Sold before it was removed: the missing pieces are shown as a negative number.
    expect(await stockOf(product)).toBe(-1)
  })

  it('that staff typed in the shop stays, and is no conflict', async () => {
    const product = at.pushed()
    await at.sell(await itemOf(product), -50)
    expect(await fieldOf(product)).toMatchObject({ storeNow: '60', willBecome: '60', change: 'none', conflict: false })
    await setStock(product, 12)
    await at.push([product])
    expect(await stockOf(product)).toBe(62)
  })

  it('that the shop does not track is not changed', async () => {
    const product = at.pushed()
    await at.shop.ask(UPDATE_ITEM, { id: await itemOf(product), i: { tracked: false } })
    await setStock(product, 30)
    expect(changesOf(await at.dryRun(product))).toEqual([])
    await at.push([product])
    expect(await stockOf(product)).toBe(10)
    expect((await at.get(product)).state).toBe('online')
  })

  it('is changed at the location of the store, whatever another location has', async () => {
    const product = at.pushed()
    const itemId = await itemOf(product)
    const { locations } = await at.shop.ask<{ locations: { nodes: { id: string }[] } }>(
      '{ locations(first: 5) { nodes { id } } }',
    )
    const elsewhere = locations.nodes[1]!.id
    await at.shop.ask(
      `mutation ($i: ID!, $l: ID!, $key: String!) { inventoryActivate(inventoryItemId: $i, locationId: $l, available: 100)
        @idempotent(key: $key) { userErrors { message } } }`,
      { i: itemId, l: elsewhere, key: crypto.randomUUID() },
    )
    await setStock(product, 13)
    expect(await fieldOf(product)).toMatchObject({ storeNow: '110', willBecome: '113' })
    await at.push([product])
    expect(await stockOf(product)).toBe(113)
    expect(await moved(itemId)).toEqual([3])
  })
})

describe('a change of stock whose answer was lost', () => {
  /** The number of tries of a request: after them its outcome stays unknown. */
  const TRIES = 4
  const lose = async (product: Product, call: string, kind: string): Promise<string> => {
    await at.fault(call, kind, { times: TRIES })
    const { task, items } = await at.push([product])
    expect(items).toMatchObject([{ state: 'unknown' }])
    await at.letGo()
    return task.id
  }
  const resolved = async (product: Product, taskId: string): Promise<void> => {
    await at.lookForLost()
    await until(
      () => at.app.ok('queryProductsSyncStates', { taskId }),
      ({ items: { list } }) => list[0]!.attempts > 1 && list[0]!.state === 'succeeded',
    )
    await at.push([product])
  }

  it('and which was carried out is not repeated', async () => {
    const product = at.pushed()
    const itemId = await itemOf(product)
    await setStock(product, 16)
    const task = await lose(product, 'inventoryAdjustQuantities', 'drop-after')
    expect(await stockOf(product)).toBe(16)
    await at.sell(itemId, 6)
    await setStock(product, 17)
    await resolved(product, task)
    expect(await stockOf(product)).toBe(11)
    expect(await moved(itemId)).toEqual([6, -6, 1])
  })

  it('and which was never carried out is carried out once', async () => {
    const product = at.pushed()
    const itemId = await itemOf(product)
    await setStock(product, 16)
    const task = await lose(product, 'inventoryAdjustQuantities', 'drop-before')
    await at.sell(itemId, 1)
    await resolved(product, task)
    expect(await stockOf(product)).toBe(15)
    expect(await moved(itemId)).toEqual([-1, 6])
  })

  it('and which created the product adds up with what was sold and edited since', async () => {
    const product = await at.product()
    const task = await lose(product, 'productSet', 'drop-after')
    const [{ id } = { id: '' }] = await at.shop.titled(product.title)
    const itemId = (await at.shop.product(id))!.variants[0]!.itemId
    await at.sell(itemId, 1)
    await setStock(product, 12)
    await resolved(product, task)
    expect(await stockOf(product)).toBe(11)
    expect(await moved(itemId)).toEqual([-1, 2])
  })
})
