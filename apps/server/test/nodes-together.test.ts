import type { EndpointName } from '@huoqiao/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp } from './harness.ts'
import type { TestApp } from './harness.ts'
import { startTestSimulator } from './simulator.ts'
import type { TestSimulator } from './simulator.ts'

/** Nodes of one installation, as people use them, against vendors that count: what the vendors received is the witness. */
const ALIBABA_PER_SECOND = 8
let simulator: TestSimulator
let nodes: TestApp[]
beforeAll(async () => {
  simulator = await startTestSimulator()
  const given = { demoSimulator: simulator.origin, alibabaStartsPerSecond: ALIBABA_PER_SECOND, work: false }
  const first = await startTestApp(given)
  nodes = [first, await startTestApp({ ...given, beside: first }), await startTestApp({ ...given, beside: first })]
})
afterAll(async () => {
  for (const node of (nodes ?? []).toReversed()) await node.close()
  await simulator?.close()
})

const received = async (vendor: '1688' | 'shopify', outcome?: 'throttled'): Promise<number> => {
  const asked = `/ledger?vendor=${vendor}&limit=0${outcome === undefined ? '' : `&outcome=${outcome}`}`
  return (await simulator.control<{ total: number }>('GET', asked)).total
}

/**
 * At each node so many people as would spend all that the vendor gives to everybody; they ask again when they were answered, until
 * `enough` were. Answers how many were at each node.
 */
async function crowds(
  { people, enough }: { people: number; enough: number },
  name: EndpointName,
  inputOf: (nr: number) => object,
): Promise<number[]> {
  const answered = nodes.map(() => 0)
  let nr = 0
  let isOver = false
  const person = async (place: number): Promise<void> => {
    while (!isOver) {
      const answer = await nodes[place]!.call(name, inputOf((nr += 1)))
      if (answer.code !== 200) throw new Error(`${name}: ${answer.code} ${answer.msg} ${JSON.stringify(answer.data)}`)
      answered[place]! += 1
      isOver ||= answered.reduce((sum, one) => sum + one) >= enough
    }
  }
  const all = nodes.flatMap((_, place) => Array.from({ length: people }, () => person(place)))
  await Promise.all(all).finally(() => (isOver = true))
  return answered
}

test('1688 finds no call of three nodes too frequent, and each of them goes on', async () => {
  // A second's calls may start at once and be late by nearly a second: then they arrive with the next second's. Twice the pace holds both;
  // three nodes that each kept the whole pace would be past it in any second.
  await simulator.control('POST', '/quirks', { name: '1688.qps', value: 2 * ALIBABA_PER_SECOND })
  await simulator.control('DELETE', '/ledger')
  const enough = 80
  const answered = await crowds({ people: 6, enough }, 'keywordQuery', (page) => ({ keyword: '杯', page }))
  expect(await received('1688', 'throttled')).toBe(0)
  expect(await received('1688')).toBeGreaterThanOrEqual(enough)
  expect(Math.min(...answered), String(answered)).toBeGreaterThan(enough / nodes.length / 4)
})

test('a shop turns away next to no call of three nodes that spend all its points, and each of them goes on', async () => {
  const { id: storeId } = (await nodes[0]!.ok('getAllShopifyStores', {}))[0]!
  await simulator.control('DELETE', '/ledger')
  const enough = 36
  const answered = await crowds({ people: 4, enough }, 'getStoreProducts', () => ({ storeId, limit: 10 }))
  // Mostly none. Where each counts on all points two of three calls are turned away; but what is left a node of several knows by its last
  // answer only.
  expect(await received('shopify', 'throttled')).toBeLessThanOrEqual(enough / 10)
  expect(Math.min(...answered), String(answered)).toBeGreaterThan(enough / nodes.length / 4)
})
