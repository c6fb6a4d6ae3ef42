import { beforeAll, describe, expect, it } from 'vitest'
import { withPushBench } from '../listings/listings.testing.ts'
import { comparing } from './reconciliation.testing.ts'

const bench = withPushBench()
let at: ReturnType<typeof comparing>
beforeAll(() => {
  at = comparing(bench)
})

const onSale = () => bench.pushedOffer(({ variants }) => variants.length > 1)
/** The supplier changes the offer, and the app reads it again. */
async function change(offerId: string, what: object): Promise<void> {
  await bench.simulator.control('POST', '/market/offer', { offerId, change: what })
  await bench.app.call('getOffer', { offerId, refresh: 'true' })
}
const differenceOf = ({ offerId }: { offerId: string }, kind: Parameters<typeof at.difference>[0]) =>
  at.difference(kind, { keyword: offerId })

describe('a product on sale compared with its source', () => {
  it('has no difference while the supplier changed nothing', async () => {
    const { offerId } = await onSale()
    await at.reconcile()
    expect(await at.differences({ keyword: offerId })).toEqual([])
  })

  it('is reported when the supplier’s price rises above the tolerance, and gets the new costs', async () => {
    const sold = await onSale()
    await change(sold.offerId, { priceFactor: 1.5 })
    await at.reconcile()
    const found = await differenceOf(sold, 'source-price')
    const [first] = sold.product.variants
    expect(found).toMatchObject({ why: '供应商涨了价', repair: { name: 'takeSource' } })
    expect(found.figures.every(({ ours, theirs }) => Number(theirs) > Number(ours))).toBe(true)
    expect(await at.repair(found)).toMatchObject({ ok: true, message: expect.stringContaining('差异已消除') })
    expect(await at.next(found)).toBe('closed')
    expect((await bench.get(sold.product)).variants[0]!.costMinor).toBeGreaterThan(first!.costMinor!)
  })

  it('whose cost a person set is ignored', async () => {
    const sold = await onSale()
    await bench.edit(sold.product, (now) => ({
      variants: now.variants.map((variant) => ({ ...variant, costMinor: 777 })),
    }))
    await change(sold.offerId, { priceFactor: 2 })
    await at.reconcile()
    expect(await at.differences({ keyword: sold.offerId })).toEqual([])
  })

  it('is reported with its SKUs that can’t be bought any more, and stops selling them', async () => {
    const sold = await onSale()
    const [gone] = sold.product.variants
    await change(sold.offerId, { removeSku: gone!.sourceSkuId })
    await at.reconcile()
    const found = await differenceOf(sold, 'source-sku-gone')
    expect(found).toMatchObject({
      severity: 'urgent',
      figures: [{ ours: '在卖', theirs: '没有', unit: 'text' }],
      repair: { name: 'takeSource' },
    })
    expect(await at.repair(found)).toMatchObject({ ok: true, message: expect.stringContaining('差异已消除') })
    expect(await at.next(found)).toBe('closed')
    const { variants } = await bench.get(sold.product)
    expect(variants.find(({ id }) => id === gone!.id)).toMatchObject({ stock: 0 })
  })

  it('is reported when it can’t be bought at all, and is taken off sale in the shop', async () => {
    const sold = await onSale()
    await change(sold.offerId, { status: 'member deleted' })
    await at.reconcile()
    const found = await differenceOf(sold, 'source-gone')
    expect(found).toMatchObject({ severity: 'urgent', repair: { name: 'takeOffSale' } })
    expect(found.objects.map(({ kind }) => kind)).toEqual(['product', 'offer'])
    expect(await at.repair(found)).toMatchObject({ ok: true, message: expect.stringContaining('差异已消除') })
    expect(await at.next(found)).toBe('closed')
    expect(await bench.inShop(sold.product)).toMatchObject({ status: 'DRAFT' })
  })
})
