import { afterAll, beforeAll, expect, it } from 'vitest'
import { openOrderFixture } from '../orders/orders.testing.ts'
import type { OrderFixture } from '../orders/orders.testing.ts'
import { openTestShop } from '../shopify-client.testing.ts'

let fixture: OrderFixture

beforeAll(async () => {
  fixture = await openOrderFixture()
  fixture.sim.core.quirks.set('shopify.fetch-media', false)
  await fixture.counter.control('POST', 'busy-day', { count: 120 })
})
afterAll(() => fixture.stop())

type Started = { bulkOperation: { id: string; status: string } | null; userErrors: { code: string; message: string }[] }
type State = {
  status: string
  objectCount: string
  rootObjectCount: string
  url: string | null
  errorCode: string | null
}
type Line = { id: string; __parentId?: string; name?: string }

const startQuery = (query: string) =>
  fixture.shop.get<Started>(
    `mutation($query: String!) { bulkOperationRunQuery(query: $query, groupObjects: true) {
      bulkOperation { id status } userErrors { code field message } } }`,
    { query },
  )
const state = (id: string) =>
  fixture.shop.get<State>(
    'query($id: ID!) { bulkOperation(id: $id) { status objectCount rootObjectCount url errorCode } }',
    {
      id,
    },
  )
const ended = async (id: string): Promise<State> => {
  for (;;) {
    const now = await state(id)
    if (!['CREATED', 'RUNNING', 'CANCELING'].includes(now.status)) return now
    await new Promise((done) => setTimeout(done, 5))
  }
}
const linesAt = async <T>(url: string): Promise<T[]> =>
  (await (await fetch(url)).text())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T)

const ORDERS = `{ orders(query: "status:any") { edges { node { id name
  lineItems { edges { node { id quantity } } }
  fulfillmentOrders { edges { node { id status lineItems { edges { node { id remainingQuantity } } } } } } } } } }`

it('reads every order with its lines, each line behind its parent', async () => {
  const { bulkOperation, userErrors } = await startQuery(ORDERS)
  expect(userErrors).toEqual([])
  expect(await state(bulkOperation!.id)).toMatchObject({ status: 'CREATED', url: null })
  fixture.sim.core.clock.advance(2000)
  const done = await ended(bulkOperation!.id)
  expect(done).toMatchObject({ status: 'COMPLETED', rootObjectCount: '120', errorCode: null })
  const lines = await linesAt<Line>(done.url!)
  expect(lines).toHaveLength(Number(done.objectCount))
  expect(lines.filter((line) => line.__parentId === undefined).map((line) => line.name)).toEqual(
    Array.from({ length: 120 }, (_, at) => `#${1001 + at}`),
  )
  const seen = new Set<string>()
  for (const line of lines) {
    if (line.__parentId !== undefined) expect(seen).toContain(line.__parentId)
    seen.add(line.id)
  }
  fixture.sim.core.clock.advance(8 * 86_400_000)
  const again = await openTestShop(fixture.sim)
  expect(
    await again.get<State>('query($id: ID!) { bulkOperation(id: $id) { url } }', { id: bulkOperation!.id }),
  ).toEqual({ url: null })
  // A week later the old token has expired too.
  fixture = { ...fixture, shop: again }
})

it('refuses what is no bulk query and a sixth concurrent one, and stops one that is cancelled', async () => {
  const refused = async (query: string) => (await startQuery(query)).userErrors[0]
  expect(await refused('{ shop { name } }')).toMatchObject({
    code: 'INVALID',
    message: expect.stringContaining('connection'),
  })
  expect(await refused('{ nonsense }')).toMatchObject({ code: 'INVALID' })
  const ids: string[] = []
  for (let i = 0; i < 5; i++) ids.push((await startQuery(ORDERS)).bulkOperation!.id)
  expect(await refused(ORDERS)).toMatchObject({ code: 'OPERATION_IN_PROGRESS' })
  await fixture.shop.get(
    'mutation($id: ID!) { bulkOperationCancel(id: $id) { bulkOperation { status } userErrors { message } } }',
    {
      id: ids[0],
    },
  )
  fixture.sim.core.clock.advance(2000)
  expect((await ended(ids[0]!)).status).toBe('CANCELED')
  expect((await ended(ids[4]!)).status).toBe('COMPLETED')
})

it('fails with the code when a scope is missing', async () => {
  const { bulkOperation } = await startQuery('{ orders { edges { node { id customer { id } } } } }')
  fixture.sim.core.clock.advance(2000)
  expect(await ended(bulkOperation!.id)).toMatchObject({ status: 'FAILED', errorCode: 'ACCESS_DENIED' })
})

it('runs a mutation for every uploaded line and writes the result into each', async () => {
  const [target] = (
    await fixture.shop.get<{ stagedTargets: { url: string; parameters: { name: string; value: string }[] }[] }>(
      `mutation { stagedUploadsCreate(input: [{ resource: BULK_MUTATION_VARIABLES, filename: "v.jsonl", mimeType: "text/jsonl", httpMethod: POST }]) {
        stagedTargets { url parameters { name value } } userErrors { message } } }`,
    )
  ).stagedTargets
  const form = new FormData()
  for (const { name, value } of target!.parameters) form.append(name, value)
  const variables = [{ input: { title: 'Bulk A' } }, { input: { title: '' } }]
  form.append(
    'file',
    new Blob([variables.map((each) => JSON.stringify(each)).join('\n')], { type: 'text/jsonl' }),
    'v.jsonl',
  )
  expect((await fetch(target!.url, { method: 'POST', body: form })).status).toBe(201)
  const run = (path: string) =>
    fixture.shop.get<Started>(
      `mutation($path: String!) { bulkOperationRunMutation(clientIdentifier: "bridge-test", stagedUploadPath: $path,
        mutation: "mutation($input: ProductSetInput!) { productSet(input: $input) { product { title } userErrors { message } } }") {
        bulkOperation { id status } userErrors { code field message } } }`,
      { path },
    )
  expect((await run('tmp/none')).userErrors).toMatchObject([{ code: 'NO_SUCH_FILE' }])
  const { bulkOperation } = await run(target!.parameters.find(({ name }) => name === 'key')!.value)
  fixture.sim.core.clock.advance(2000)
  const done = await ended(bulkOperation!.id)
  expect(done.status).toBe('COMPLETED')
  expect(await linesAt<object>(done.url!)).toMatchObject([
    { data: { productSet: { product: { title: 'Bulk A' }, userErrors: [] } }, __lineNumber: 0 },
    { data: { productSet: { product: null, userErrors: [{}] } }, __lineNumber: 1 },
  ])
})
