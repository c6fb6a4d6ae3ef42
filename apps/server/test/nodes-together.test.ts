import type { EndpointName } from '@huoqiao/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp } from './harness.ts'
import type { TestApp } from './harness.ts'
import { startTestSimulator } from './simulator.ts'
import type { TestSimulator } from './simulator.ts'

/** Several nodes of one installation under load; results are checked by the requests that the simulated vendors counted. */
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
 * At each node, enough clients to use up the whole limit of the vendor; each repeats its request when it was answered, until there are
 * `enough` answers. Returns the number of answers at each node.
 */
async function loadNodes(
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

test('1688 throttles no call of three nodes, and each of them makes progress', async () => {
  // The calls of one second may all start at once and be delayed by nearly a second, so they arrive together with those of the next second.
  // Twice the rate allows for both; three nodes that each used the whole rate would exceed it in any second.
  await simulator.control('POST', '/quirks', { name: '1688.qps', value: 2 * ALIBABA_PER_SECOND })
  await simulator.control('DELETE', '/ledger')
  const enough = 80
  const answered = await loadNodes({ people: 6, enough }, 'keywordQuery', (page) => ({ keyword: '杯', page }))
  expect(await received('1688', 'throttled')).toBe(0)
  expect(await received('1688')).toBeGreaterThanOrEqual(enough)
  expect(Math.min(...answered), String(answered)).toBeGreaterThan(enough / nodes.length / 4)
})

test('a shop throttles next to no call of three nodes that use up its points, and each of them makes progress', async () => {
  const { id: storeId } = (await nodes[0]!.ok('getAllShopifyStores', {}))[0]!
  await simulator.control('DELETE', '/ledger')
  const enough = 36
  const answered = await loadNodes({ people: 4, enough }, 'getStoreProducts', () => ({ storeId, limit: 10 }))
  // Usually none. If each node counted on all points, two of three calls would be throttled; but one of several nodes knows the remaining
  // points only from its last answer.
  expect(await received('shopify', 'throttled')).toBeLessThanOrEqual(enough / 10)
  expect(Math.min(...answered), String(answered)).toBeGreaterThan(enough / nodes.length / 4)
})
