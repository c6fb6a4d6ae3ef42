import { describe, expect, test } from 'vitest'
import { changesOf, withPushBench } from './listings.testing.ts'

const at = withPushBench()
const change = (offerId: string, what: object): Promise<unknown> =>
  at.simulator.control('POST', '/market/offer', { offerId, change: what })

describe('source first, shop second', () => {
  test('fields that nobody edited follow the source into the shop, edited ones get a proposal and stay', async () => {
    const { offerId, product } = await at.pushedOffer()
    expect(product.state).toBe('online')
    const [locked, free] = product.variants
    const price = locked!.prices[0]!
    await at.edit(product, (now) => ({
      variants: now.variants.map((variant) =>
        variant.id === locked!.id ? { ...variant, costMinor: 777, prices: [{ ...price, minor: 123_45 }] } : variant,
      ),
    }))
    await at.push([product])
    await change(offerId, { priceFactor: 2 })
    const answer = await at.app.ok('syncUpdateProductDataAndShopifyData', {
      productIds: [product.id],
      storeIds: [at.us],
    })
    expect(answer.rows).toMatchObject({ succeeded: 1, failed: 0 })
    const proposed = answer.proposals[0]!.changes
    expect(proposed.find((one) => one.field === `variants.${locked!.id}.costMinor`)).toMatchObject({ applied: false })
    expect(await at.resolved(answer.taskId!)).toMatchObject({ task: { state: 'succeeded' } })
    const there = await at.inShop(product)
    const now = await at.get(product)
    expect(now.variants[0]).toMatchObject({ costMinor: 777, prices: [{ minor: 123_45 }] })
    expect(there.variants[0]!.price).toBe('123.45')
    if (free) {
      expect(proposed.find((one) => one.field === `variants.${free.id}.costMinor`)).toMatchObject({ applied: true })
      expect(Math.round(Number(there.variants[1]!.price) * 100)).toBe(now.variants[1]!.prices[0]!.minor)
      expect(now.variants[1]!.prices[0]!.minor).toBeGreaterThan(free.prices[0]!.minor)
    }
    expect(now.state).toBe('online')
  })

  test('an offer that is gone is reported and not pushed, and an update without a push pushes nothing', async () => {
    const { offerId, product } = await at.pushedOffer()
    await change(offerId, { status: 'member deleted' })
    const gone = await at.app.ok('syncUpdateProductDataAndShopifyData', {
      productIds: [product.id],
      storeIds: [at.us],
    })
    expect(gone).toMatchObject({ taskId: null, rows: { failed: 1, rows: [{ word: 'offer-gone' }] } })
    expect(await at.get(product)).toMatchObject({ sourceHealth: 'offer-gone', state: 'online' })
    const { items } = await at.app.ok('previewSyncToShopify', { pairs: [{ productId: product.id, storeId: at.us }] })
    expect(items[0]!.problems).toContainEqual(
      expect.objectContaining({ level: 'warns', message: expect.stringContaining('货源已下架') }),
    )
    await change(offerId, { status: 'published' })
    const only = await at.app.ok('syncUpdateProductDataAndShopifyData', {
      productIds: [product.id],
      storeIds: [at.us],
      push: 'false',
    })
    expect(only).toMatchObject({ taskId: null, rows: { succeeded: 1 } })
  })

  test('a push to a store that does not exist is refused before anything is taken over from 1688', async () => {
    const { offerId, product } = await at.pushedOffer()
    await change(offerId, { priceFactor: 2 })
    const answer = await at.app.call('syncUpdateProductDataAndShopifyData', {
      productIds: [product.id],
      storeIds: [at.us, crypto.randomUUID()],
    })
    expect(answer.data).toMatchObject({ refusal: 'not-found' })
    expect(await at.get(product)).toEqual(product)
  })

  test('a proposal is accepted on its own, an unlocked field follows the source again, and undoing it for an online product needs a new dry run', async () => {
    const { offerId, product } = await at.pushedOffer()
    const [first] = product.variants
    const cost = `variants.${first!.id}.costMinor`
    await at.edit(product, (now) => ({
      titleZh: '我的标题',
      variants: now.variants.map((variant) => (variant.id === first!.id ? { ...variant, costMinor: 777 } : variant)),
    }))
    await at.push([product])
    await change(offerId, { priceFactor: 3 })
    await at.app.ok('syncUpdateProductDataAndShopifyData', { productIds: [product.id], storeIds: [], push: 'false' })

    const { version, proposals } = await at.app.ok('getSourceProposals', { productId: product.id })
    expect(proposals.map(({ field }) => field)).toEqual(expect.arrayContaining(['titleZh', cost]))
    expect(proposals.find(({ field }) => field === cost)).toMatchObject({
      ours: '¥7.77',
      locked: true,
      can: { applySourceProposals: true },
    })
    const nothing = await at.app.call('applySourceProposals', { productId: product.id, version, fields: ['vendor'] })
    expect(nothing).toMatchObject({ code: 422 })
    const taken = await at.app.ok('applySourceProposals', { productId: product.id, version, fields: [cost] })
    const now = taken.variants[0]!
    expect(now.costMinor).toBeGreaterThan(first!.costMinor! * 2)
    expect(now.prices[0]!.minor).toBeGreaterThan(first!.prices[0]!.minor)
    expect(taken).toMatchObject({ titleZh: '我的标题', state: 'outdated' })
    expect(taken.fieldSources[cost]).toMatchObject({ origin: '1688', locked: false })

    await at.push([product])
    expect(changesOf(await at.dryRun(product))).toEqual([])
    const [latest] = (await at.app.ok('getProductHistory', { productId: product.id })).list
    expect(latest).toMatchObject({ reason: '采用货源数据' })
    const undone = await at.app.ok('undoProductChange', {
      productId: product.id,
      version: taken.version,
      revisionId: latest!.id,
    })
    expect(undone.state).toBe('outdated')
    expect(undone.variants[0]!.costMinor).toBe(777)
    const preview = await at.dryRun(product)
    expect(changesOf(preview)).toContain(`variants.${first!.id}.price`)

    const opened = await at.app.ok('unlockProductFields', {
      productId: product.id,
      version: undone.version,
      fields: ['titleZh', cost],
    })
    await change(offerId, { priceFactor: 2 })
    await at.app.ok('syncUpdateProductDataAndShopifyData', { productIds: [product.id], storeIds: [], push: 'false' })
    const followed = await at.get(product)
    expect(followed.variants[0]!.costMinor).not.toBe(777)
    expect(followed.version).toBeGreaterThan(opened.version)
  })
})
