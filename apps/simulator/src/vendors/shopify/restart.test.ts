import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import {
  OFFER_DEFINITION,
  offerField,
  offerId,
  openTestShop,
  SET,
  startSimulator,
  withVariants,
} from './shopify-client.testing.ts'
import type { SetPayload } from './shopify-client.testing.ts'

it('keeps everything over a restart: products, look-ups, tokens, keys, pictures and background jobs', async () => {
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#3c3' } })
    .png()
    .toBuffer()
  const host = createServer({ keepAliveTimeout: 0 }, (_request, response) => void response.end(picture))
  await new Promise<void>((done) => host.listen(0, '127.0.0.1', done))
  const source = `http://127.0.0.1:${(host.address() as AddressInfo).port}/a.png`
  const started = await startSimulator()
  try {
    started.sim.core.quirks.set('shopify.media-min-ms', 3_600_000)
    started.sim.core.quirks.set('shopify.media-max-ms', 3_600_000)
    const before = await openTestShop(started.sim)
    await before.get(OFFER_DEFINITION)
    const input = {
      title: 'Kept',
      metafields: [offerField('77')],
      files: [{ originalSource: source }],
      ...withVariants(['A', 'B']),
    }
    const { product } = await before.get<SetPayload>(SET, { input, identifier: offerId('77') })
    const later = await before.get<{ productSetOperation: { id: string } }>(
      'mutation { productSet(input: { title: "Job over the restart" }, synchronous: false) { productSetOperation { id } } }',
    )
    const total = await before.get<{ count: number }>('{ productsCount { count } }')

    const sim = await started.restart()
    const origin = `${sim.core.origin}/shops/bridge-us`
    const post = async (query: string, variables?: unknown) => {
      const response = await fetch(`${origin}/admin/api/2026-07/graphql.json`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-shopify-access-token': before.token },
        body: JSON.stringify({ query, variables }),
      })
      return (await response.json()) as { data: Record<string, unknown> }
    }
    const again = await post(SET, { input, identifier: offerId('77') })
    const kept = (again.data as { productSet: SetPayload }).productSet.product
    expect(kept?.id).toBe(product?.id)
    expect(kept?.variants.nodes).toEqual(product?.variants.nodes)
    const made = await post(SET, { input: { title: 'New after the restart' } })
    const fresh = (made.data as { productSet: SetPayload }).productSet.product
    expect(Number(fresh?.id.split('/').at(-1))).toBeGreaterThan(Number(kept?.id.split('/').at(-1)))

    sim.core.clock.advance(3_600_000)
    const ask = `query($op: ID!, $media: ID!) { productOperation(id: $op) { status product { title } }
      node(id: $media) { ... on MediaImage { status } } productsCount { count } }`
    let seen: Record<string, unknown> = {}
    for (;;) {
      seen = (await post(ask, { op: later.productSetOperation.id, media: product?.media.nodes[0]?.id })).data
      if ((seen.node as { status: string }).status === 'READY') break
      await new Promise((done) => setTimeout(done, 20))
    }
    expect(seen).toEqual({
      productOperation: { status: 'COMPLETE', product: { title: 'Job over the restart' } },
      node: { status: 'READY' },
      productsCount: { count: total.count + 2 },
    })
  } finally {
    await started.stop()
    await new Promise((done) => host.close(done))
  }
})

it('returns to its seed by a reset', async () => {
  const { sim, stop } = await startSimulator()
  try {
    const shop = await openTestShop(sim)
    const count = '{ productsCount { count } }'
    const seed = await shop.get(count)
    await shop.get(SET, { input: { title: 'Will be gone' } })
    await fetch(`${sim.core.origin}/control/reset`, { method: 'POST' })
    expect((await shop.ask(count)).status).toBe(401)
    const again = await openTestShop(sim)
    expect(await again.get(count)).toEqual(seed)
  } finally {
    await stop()
  }
})
