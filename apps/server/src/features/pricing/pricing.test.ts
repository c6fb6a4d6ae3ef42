import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'
import type { TestApp } from '../../../test/harness.ts'
import { startTestSimulator } from '../../../test/simulator.ts'
import type { TestSimulator } from '../../../test/simulator.ts'

let simulator: TestSimulator
let app: TestApp
beforeAll(async () => {
  simulator = await startTestSimulator()
  app = await startTestApp({ work: false, demoSimulator: simulator.origin })
})
afterAll(async () => {
  await app?.close()
  await simulator?.close()
})

const RULE = {
  name: '美国站',
  currency: 'USD',
  rate: '7.1043',
  multiplier: '2.5',
  additionMinor: 200,
  freightPerKgMinor: 800,
  rounding: '.99',
  floorMarginPercent: 20,
  compareAtMultiplier: '1.3',
}

it('stores a rule, changes it only from the version that was shown, and deletes it', async () => {
  const made = await app.ok('addPriceRule', RULE)
  expect(made).toMatchObject({ ...RULE, version: 0, can: { deletePriceRule: true } })
  const changed = await app.ok('updatePriceRule', { ...RULE, multiplier: '3', id: made.id, version: 0 })
  expect(changed).toMatchObject({ multiplier: '3', version: 1 })
  const stale = await app.call('updatePriceRule', { ...RULE, multiplier: '4', id: made.id, version: 0 })
  expect(stale).toMatchObject({ code: 409, data: { refusal: 'stale', current: { multiplier: '3', version: 1 } } })
  expect(await app.call('addPriceRule', RULE)).toMatchObject({ code: 409, data: { refusal: 'name-taken' } })
  expect(await app.call('deletePriceRule', { id: made.id, version: 0 })).toMatchObject({ code: 409 })
  expect(await app.ok('deletePriceRule', { id: made.id, version: 1 })).toBeNull()
  expect(await app.call('deletePriceRule', { id: made.id, version: 1 })).toMatchObject({
    code: 400,
    data: { refusal: 'not-found' },
  })
})

it('does not delete a rule that a store uses', async () => {
  const [store] = await app.ok('getAllShopifyStores')
  const used = (await app.ok('queryPriceRules')).find(({ id }) => id === store!.priceRuleId)!
  expect(used.can['deletePriceRule']).toContain(store!.name)
  const answer = await app.call('deletePriceRule', { id: used.id, version: used.version })
  expect(answer).toMatchObject({ code: 409, data: { refusal: 'in-use' } })
})

it('previews a rule that was never saved', async () => {
  const rows = await app.ok('previewPriceRule', {
    rule: RULE,
    items: [
      { costMinor: 1850, weightGrams: 420 },
      { costMinor: 0, weightGrams: 0 },
    ],
  })
  expect(rows[0]).toMatchObject({ priceMinor: 1199, compareAtMinor: 1599, belowFloor: false })
  expect(rows[1]).toMatchObject({ priceMinor: 299 })
})

it.each([
  ['a rate of nothing', { rate: '0' }, 'rate'],
  ['a rate that is no decimal', { rate: '7,1' }, 'rate'],
  ['an unknown rounding', { rounding: '.42' }, 'rounding'],
  ['a currency in small letters', { currency: 'usd' }, 'currency'],
  ['an empty name', { name: '   ' }, 'name'],
  ['a number where text belongs', { name: 7 }, 'name'],
  ['a NUL in the name', { name: 'a\u0000b' }, 'name'],
])('refuses %s and names the field', async (_what, wrong, field) => {
  const answer = await app.call('addPriceRule', { ...RULE, name: '别的', ...wrong })
  expect(answer).toMatchObject({ code: 422, data: { fields: { [field]: expect.any(String) } } })
})

it('refuses a preview whose price exceeds the limit of a variant', async () => {
  const answer = await app.call('previewPriceRule', {
    rule: { ...RULE, multiplier: '999999' },
    items: [{ costMinor: 100_000_000, weightGrams: 0 }],
  })
  expect(answer).toMatchObject({ code: 422, data: { fields: { 'items.0.costMinor': expect.any(String) } } })
})
