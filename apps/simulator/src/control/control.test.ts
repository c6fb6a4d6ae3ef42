import { Script } from 'node:vm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openHarness, WORLD } from '../vendors/1688/buyer.testing.ts'
import type { Harness, Json } from '../vendors/1688/buyer.testing.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())
beforeEach(() => harness.control('POST', 'reset'))

const offer = WORLD.offers.find((each) => each.status === 'published' && each.skus.length > 2)!
const shown = () => harness.control('GET', `market/offer/${offer.offerId}`)

describe('the control API', () => {
  it('is the target of the bare address', async () => {
    const answer = await fetch(harness.origin)
    expect(new URL(answer.url).pathname).toBe('/control')
    expect(answer.headers.get('content-type')).toContain('text/html')
  })

  it('returns the demo credentials with the gateway’s address', async () => {
    expect(await harness.control('GET', 'credentials')).toMatchObject({
      alibaba: {
        appKey: expect.any(String),
        appSecret: expect.any(String),
        accessToken: expect.any(String),
        gateway: harness.origin,
      },
      shops: expect.any(Object),
    })
  })

  it('adds, lists and removes faults, and explains the refusal of invalid ones', async () => {
    const { fault } = (await harness.control('POST', 'faults', {
      vendor: 'shopify',
      call: 'productSet',
      times: 0,
      fault: { kind: 'slow', ms: 5 },
    })) as { fault: Json }
    expect(fault).toMatchObject({ vendor: 'shopify', call: 'productSet', every: 1, times: 1_000_000_000 })
    expect((await harness.control('GET', 'faults'))['faults']).toHaveLength(1)
    await harness.control('DELETE', `faults/${String(fault['id'])}`)
    expect((await harness.control('GET', 'faults'))['faults']).toEqual([])
    expect(await harness.control('POST', 'faults', { vendor: '1688', fault: { kind: 'explode' } })).toMatchObject({
      error: expect.stringContaining('fault.kind'),
    })
    expect(await harness.control('POST', 'faults', { vendor: 'ebay', fault: { kind: 'throttle' } })).toMatchObject({
      error: expect.stringContaining('vendor'),
    })
  })

  it('moves the clock forward only', async () => {
    const before = Number((await harness.control('GET', 'clock'))['now'])
    expect(Number((await harness.control('POST', 'clock', { advanceMs: 3_600_000 }))['now'])).toBeGreaterThanOrEqual(
      before + 3_600_000,
    )
    expect(await harness.control('POST', 'clock', { advanceMs: -1 })).toHaveProperty('error')
  })

  it('raises prices by scenario for the named offers only, and restores them', async () => {
    await harness.control('POST', 'scenario', { name: 'price-jump', offerIds: [offer.offerId] })
    expect(await shown()).toMatchObject({ priceBasisPoints: 12_000 })
    await harness.control('POST', 'scenario', { name: 'price-jump', percent: 10, offerIds: [offer.offerId] })
    expect(await shown()).toMatchObject({ priceBasisPoints: 13_200 })
    const other = WORLD.offers.find((each) => each.offerId !== offer.offerId)!
    expect(await harness.control('GET', `market/offer/${other.offerId}`)).toMatchObject({ priceBasisPoints: 10_000 })
    await harness.control('POST', 'scenario', { name: 'calm' })
    expect(await shown()).toMatchObject({ priceBasisPoints: 10_000 })
  })

  it('replaces a SKU, empties stock and removes whole suppliers by scenario', async () => {
    const offerIds = [offer.offerId]
    await harness.control('POST', 'scenario', { name: 'sku-change', offerIds })
    const skus = (await shown())['skus'] as { specId: string }[]
    expect(skus).toHaveLength(offer.skus.length)
    expect(skus.map((sku) => sku.specId)).not.toContain(offer.skus.at(-1)!.specId)
    await harness.control('POST', 'scenario', { name: 'sold-out', offerIds })
    expect(((await shown())['skus'] as { stock: number }[]).every((sku) => sku.stock === 0)).toBe(true)
    const { done } = await harness.control('POST', 'scenario', { name: 'supplier-gone', percent: 30 })
    expect(Number(/\d+/.exec(String(done))![0])).toBeGreaterThan(200)
    const statuses: [openId: string, status: unknown][] = []
    for (const { offerId, supplier } of WORLD.offers.filter((each) => each.status === 'published').slice(0, 300))
      statuses.push([supplier.openId, (await harness.control('GET', `market/offer/${offerId}`))['status']])
    const gone = new Set(statuses.filter(([, status]) => status === 'member deleted').map(([openId]) => openId))
    expect(statuses.some(([openId, status]) => gone.has(openId) && status === 'published')).toBe(false)
  })

  it('injects many faults for both vendors', async () => {
    await harness.control('POST', 'scenario', { name: 'storm' })
    const { faults } = (await harness.control('GET', 'faults')) as { faults: Json[] }
    expect(new Set(faults.map((fault) => fault['vendor']))).toEqual(new Set(['1688', 'shopify']))
    expect(await harness.control('POST', 'scenario', { name: 'nothing' })).toHaveProperty('error')
  })

  it('serves the page in Chinese with its script', async () => {
    const response = await fetch(`${harness.origin}/control`)
    expect(response.status).toBe(200)
    const html = await response.text()
    expect(html).toContain('<html lang="zh-CN">')
    const script = /<script>([\s\S]*)<\/script>/.exec(html)![1]!
    expect(() => new Script(script)).not.toThrow()
  })
})
