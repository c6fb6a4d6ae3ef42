import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'
import type { TestApp } from '../../../test/harness.ts'
import { startTestSimulator } from '../../../test/simulator.ts'
import type { TestSimulator } from '../../../test/simulator.ts'

let simulator: TestSimulator
let app: TestApp
let us: { id: string; name: string; origin: string; version: number; priceRuleId: string | null }

beforeAll(async () => {
  simulator = await startTestSimulator()
  app = await startTestApp({ work: false, demoSimulator: simulator.origin })
  us = (await app.ok('getAllShopifyStores')).find(({ currency }) => currency === 'USD')!
})
afterAll(async () => {
  await app?.close()
  await simulator?.close()
})
afterEach(() => simulator.control('DELETE', '/faults'))

const UNKNOWN = '018f0000-0000-7000-8000-000000000000'
const fields = (over: object = {}) => ({
  name: '第二家店',
  origin: `${simulator.origin}/shops/nowhere`,
  priceRuleId: null,
  accessToken: 'shpat_typed',
  ...over,
})

describe('a store', () => {
  it('is read from the shop when it is added, and returned without its secrets', async () => {
    const stores = await app.ok('getAllShopifyStores')
    const store = stores.find(({ id }) => id === us.id)!
    expect(store).toMatchObject({
      currency: 'USD',
      environment: 'sandbox',
      domain: 'bridge-us.myshopify.com',
      health: 'ok',
      hasSecret: true,
    })
    expect(store.locations.length).toBeGreaterThan(0)
    expect(store.publicationIds).toHaveLength(1)
    const { rows } = await app.db.pool.query('select credentials, token from store where id = $1', [us.id])
    expect(rows[0].credentials).toMatch(/^v1\./)
    expect(JSON.stringify([stores, rows])).not.toMatch(/shpss_|shpat_/)
  })

  it('is added, changed only from the version that was shown, and removed', async () => {
    const made = await app.ok('addShopifyStore', fields())
    expect(made).toMatchObject({ hasSecret: true, health: 'unchecked', currency: null })
    const renamed = await app.ok('updateShopifyStore', {
      ...fields({ name: '改名', accessToken: '' }),
      id: made.id,
      version: 0,
    })
    expect(renamed).toMatchObject({ name: '改名', hasSecret: true, version: 1 })
    const stale = await app.call('updateShopifyStore', { ...fields(), id: made.id, version: 0 })
    expect(stale).toMatchObject({ code: 409, data: { refusal: 'stale', current: { name: '改名' } } })
    const twice = await app.call('addShopifyStore', fields({ name: '改名', origin: 'https://x.myshopify.com' }))
    expect(twice).toMatchObject({ code: 409, data: { refusal: 'name-taken' } })
    expect(await app.ok('deleteShopifyStore', { id: made.id, version: 1 })).toBeNull()
  })

  it('has a health that shows refused credentials, and a shop that does not answer', async () => {
    const wrong = await app.ok('addShopifyStore', fields({ origin: `${us.origin}x` }))
    expect(await app.ok('checkShopifyStore', { id: wrong.id })).toMatchObject({ health: 'unauthorised' })
    const deaf = await app.ok('addShopifyStore', fields({ name: '没人', origin: 'http://127.0.0.1:1' }))
    const checked = await app.ok('checkShopifyStore', { id: deaf.id })
    expect(checked.health).toBe('unreachable')
    expect(checked.healthMessage).toContain('连不上')
    for (const { id } of [wrong, deaf]) await app.ok('deleteShopifyStore', { id, version: 0 })
  })

  it('never sends stored secrets to another address', async () => {
    const answer = await app.call('updateShopifyStore', {
      name: us.name,
      origin: 'http://127.0.0.1:1',
      priceRuleId: us.priceRuleId,
      id: us.id,
      version: us.version,
    })
    expect(answer).toMatchObject({ code: 422, data: { fields: { origin: expect.stringContaining('凭据') } } })
  })

  it.each([
    ['a page of a shop', { origin: 'https://x.myshopify.com/admin' }, 'origin'],
    ['a real shop without TLS', { origin: 'http://x.myshopify.com' }, 'origin'],
    ['an address with a password in it', { origin: 'https://a:b@x.myshopify.com' }, 'origin'],
    ['another protocol', { origin: 'javascript:alert(1)' }, 'origin'],
    ['a client id without its secret', { accessToken: '', clientId: 'abc' }, 'clientSecret'],
    ['a rule that is not there', { priceRuleId: UNKNOWN }, 'priceRuleId'],
    ['a name past its length', { name: '店'.repeat(65) }, 'name'],
    ['a NUL in a secret', { accessToken: 'a\u0000' }, 'accessToken'],
    ['a locale of its own', { locale: 'fr' }, 'locale'],
  ])('refuses %s and names the field', async (_what, wrong, field) => {
    const answer = await app.call('addShopifyStore', fields({ name: '坏的', ...wrong }))
    expect(answer).toMatchObject({ code: 422, data: { fields: { [field]: expect.any(String) } } })
  })

  it('refuses a rule of another currency', async () => {
    const eur = (await app.ok('queryPriceRules')).find(({ currency }) => currency === 'EUR')!
    const store = (await app.ok('getAllShopifyStores')).find(({ id }) => id === us.id)!
    const { id, version, name, origin } = store
    const answer = await app.call('updateShopifyStore', { id, version, name, origin, priceRuleId: eur.id })
    expect(answer).toMatchObject({ code: 422, data: { fields: { priceRuleId: expect.stringContaining('币种') } } })
  })
})
