import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../../../test/until.ts'
import { approvalOf, changesOf, withPushBench } from './listings.testing.ts'

const at = withPushBench()
let pictures: Server
let origin: string
beforeAll(async () => {
  const jpeg = await sharp({ create: { width: 32, height: 32, channels: 3, background: '#c33' } })
    .jpeg()
    .toBuffer()
  // Hot-link protection as on 1688's picture servers: the shop is refused, a browser is not.
  pictures = createServer((request, response) => {
    const shop = String(request.headers['user-agent']).startsWith('Shopify')
    if (request.url === '/text.jpg') response.writeHead(200, { 'content-type': 'image/jpeg' }).end('no picture at all')
    else if (request.url === '/guarded.jpg' && shop) response.writeHead(403).end()
    else response.writeHead(200, { 'content-type': 'image/jpeg' }).end(jpeg)
  })
  await new Promise<void>((resolve) => pictures.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(pictures.address() as AddressInfo).port}`
})
afterAll(async () => {
  pictures?.close()
})
afterEach(async () => {
  await at.simulator.control('DELETE', '/faults')
  await at.quirk('shopify.fetch-media', false)
})

const withPictures = (urls: Record<string, string>): object => ({
  images: Object.entries(urls).map(([id, path]) => ({ id, url: `${origin}/${path}`, alt: id })),
})
/** A picture in the app's own files, as the editor uploads it; its address is only a path, because the app has no public address. */
async function uploaded(colour: string): Promise<string> {
  const png = await sharp({ create: { width: 48, height: 48, channels: 3, background: colour } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'lamp.png')
  const response = await fetch(`${at.app.url}/api/file/upload?purpose=product-image`, {
    method: 'POST',
    headers: { authorization: await at.app.login('admin', 'admin888') },
    body: form,
  })
  const { code, msg, data } = (await response.json()) as { code: number; msg: string; data: { url: string } }
  if (code !== 200) throw new Error(msg)
  return data.url
}
const setsOf = async (product: { title: string }): Promise<unknown[]> => {
  const { entries } = await at.simulator.control<{ entries: { outcome: string; effect?: string }[] }>(
    'GET',
    '/ledger?call=productSet&limit=500',
  )
  return entries.filter((entry) => entry.effect?.includes(`"${product.title}"`))
}

describe('pictures', () => {
  test('of our own files reach a shop that can’t reach us, once, and a new one is sent alone', async () => {
    await at.quirk('shopify.fetch-media', true)
    const [red, blue, green] = await Promise.all(['#d22', '#22d', '#2d2'].map(uploaded))
    expect(red).toMatch(/^\/files\//)
    const image = (id: string, url: string | undefined): object => ({ id, url, alt: id })
    const product = await at.product({ images: [image('a', red), image('b', blue)] })
    const { items } = await at.push([product])
    expect(items).toMatchObject([{ state: 'succeeded', message: '同步成功' }])
    const first = await at.inShop(product)
    expect(first.media).toMatchObject([
      { alt: 'a', status: 'READY' },
      { alt: 'b', status: 'READY' },
    ])
    expect(first.variants.map((variant) => variant.pictures)).toEqual([[first.media[0]!.id], [first.media[1]!.id]])
    const staged = await at.simulator.received('stagedUploadsCreate')

    await at.edit(product, (now) => ({ images: [...now.images, image('c', green)] }))
    expect((await at.push([product])).items).toMatchObject([{ state: 'succeeded' }])
    const second = await at.inShop(product)
    expect(second.media.map(({ id }) => id).slice(0, 2)).toEqual(first.media.map(({ id }) => id))
    expect(second.media[2]).toMatchObject({ alt: 'c', status: 'READY' })
    expect(await at.simulator.received('stagedUploadsCreate')).toBe(staged + 1)
  })

  test('of our own files that are gone stop the push before anything is written', async () => {
    const gone = `/files/01900000-0000-7000-8000-000000000000/${'0'.repeat(32)}.png`
    const product = await at.product({ images: ['a', 'b'].map((id) => ({ id, url: gone, alt: id })) })
    const { task, items } = await at.push([product])
    expect(items).toMatchObject([{ state: 'failed', advice: '在编辑里换一张图片后重试' }])
    expect(await setsOf(product)).toEqual([])
    // Reported, one notice per task, with a link to it.
    const { list } = await at.app.ok('queryNotices', { kind: 'sync-failed' })
    expect(list.filter(({ to }) => to === `/shop/product/tasks?taskId=${task.id}`)).toMatchObject([
      { count: 1, text: expect.stringContaining(`商品“${product.title}”同步到店铺`) },
    ])
  })

  test('that the shop may not fetch are fetched here and uploaded; variants keep showing them', async () => {
    await at.quirk('shopify.fetch-media', true)
    const product = await at.product(withPictures({ a: 'guarded.jpg', b: 'plain.jpg' }))
    const { items } = await at.push([product])
    expect(items).toMatchObject([{ state: 'succeeded', message: '同步成功' }])
    const there = await at.inShop(product)
    expect(there.media).toMatchObject([
      { alt: 'a', status: 'READY' },
      { alt: 'b', status: 'READY' },
    ])
    expect(there.variants.map((variant) => variant.pictures)).toEqual([[there.media[0]!.id], [there.media[1]!.id]])
    expect(changesOf(await at.dryRun(product))).toEqual([])
  })

  test('that are not pictures fail with an explanation, and a retry pushes what was replaced', async () => {
    await at.quirk('shopify.fetch-media', true)
    const product = await at.product(withPictures({ a: 'text.jpg', b: 'plain.jpg' }))
    const { task, items } = await at.push([product])
    expect(task.state).toBe('failed')
    expect(items).toMatchObject([
      {
        message: expect.stringMatching(/商品已写入店铺，但有 1 张图片没有成功：.*not an image/),
        advice: '在编辑里更换这些图片后重试',
        shopifyProductId: expect.any(String),
      },
    ])
    expect(await at.get(product)).toMatchObject({
      state: 'failed',
      listings: [{ error: expect.stringContaining('图片') }],
    })
    // The picture was not replaced: the retry fails in the same way and never ends as "unchanged".
    await at.app.ok('retrySyncTask', { taskId: task.id })
    expect((await at.resolved(task.id)).items).toMatchObject([{ state: 'failed', attempts: 2 }])
    await at.edit(product, (now) => ({
      ...withPictures({ a2: 'other.jpg', b: 'plain.jpg' }),
      variants: now.variants.map((variant) => ({ ...variant, imageId: 'b' })),
    }))
    await at.app.ok('retrySyncTask', { taskId: task.id })
    expect((await at.resolved(task.id)).items).toMatchObject([{ state: 'succeeded' }])
    expect((await at.inShop(product)).media.map((medium) => medium.status)).toEqual(['READY', 'READY'])
    expect(await at.get(product)).toMatchObject({ state: 'online', listings: [{ error: null }] })
  })
})

describe('a shop that does not answer as it should', () => {
  test('whose answers are lost leaves one product with the requested pictures and variants', async () => {
    const product = await at.product()
    await at.fault('productSet', 'drop-after', { times: 2 })
    const { items } = await at.push([product])
    expect(items).toMatchObject([{ state: 'succeeded' }])
    expect(await at.inShop(product)).toMatchObject({ media: [{}, {}, {}], variants: [{ stock: 10 }, { stock: 10 }] })
    expect(await at.shop.titled(product.title)).toHaveLength(1)
  })

  test('whose outcome stays unknown is reported so, and resolved by reading the shop', async () => {
    const product = await at.product()
    await at.fault('productSet', 'drop-after', { times: 4 })
    const { task, items } = await at.push([product])
    expect(task).toMatchObject({ state: 'unknown', unknown: 1, succeeded: 0 })
    expect(items).toMatchObject([
      { state: 'unknown', word: 'unknown-outcome', message: expect.stringContaining('没有收到结果') },
    ])
    expect((await at.get(product)).state).toBe('unknown')
    await at.lookForLost()
    await until(
      () => at.app.ok('queryProductsSyncStates', { taskId: task.id }),
      ({ task: now }) => now!.state === 'succeeded',
    )
    expect(await at.get(product)).toMatchObject({ state: 'online' })
    expect(await at.shop.titled(product.title)).toHaveLength(1)
    expect(changesOf(await at.dryRun(product))).toEqual([])
  })

  test('that loses an approved push does not push an edit made since', async () => {
    const product = await at.product()
    await at.push([product])
    await at.edit(product, { title: `${product.title} seen` })
    const seen = await at.dryRun(product)
    await at.fault('productSet', 'drop-after', { times: 4 })
    const { task, items } = await at.push([product], [approvalOf(seen)])
    expect(items).toMatchObject([{ state: 'unknown', attempts: 1 }])
    await at.edit(product, { vendor: 'Nobody saw this' })
    await at.lookForLost()
    const ended = await until(
      () => at.app.ok('queryProductsSyncStates', { taskId: task.id }),
      ({ task: now }) => now!.state === 'failed' || now!.state === 'succeeded',
    )
    expect(ended.items.list).toMatchObject([
      { state: 'failed', attempts: 2, message: '预演之后内容又有变化，没有写入' },
    ])
    expect(await at.inShop(product)).toMatchObject({ title: `${product.title} seen`, vendor: 'Huo' })
  })

  test('that throttles every call is retried until it accepts', async () => {
    const products = await Promise.all(Array.from({ length: 4 }, () => at.product()))
    await at.fault('*', 'throttle', { times: 8 })
    expect(await at.push(products)).toMatchObject({ task: { state: 'succeeded', succeeded: 4 } })
  })

  test('that is unreachable fails the push with an explanation, with nothing written and nothing lost', async () => {
    const product = await at.product()
    await at.fault('*', 'drop-before', { times: 0 })
    const { task, items } = await at.push([product])
    expect(task).toMatchObject({ state: expect.stringMatching(/failed|unknown/) })
    expect(items).toMatchObject([{ message: expect.stringContaining('Bridge Goods US'), advice: expect.any(String) }])
    await at.simulator.control('DELETE', '/faults')
    expect(await setsOf(product)).toEqual([])
    await at.app.ok('retrySyncTask', { taskId: task.id })
    expect((await at.resolved(task.id)).task.state).toBe('succeeded')
    expect(await at.shop.titled(product.title)).toHaveLength(1)
  })

  test('that refuses is reported with the field and the raw request and answer, without a secret in it', async () => {
    const product = await at.product()
    await at.simulator.control('POST', '/faults', {
      vendor: 'shopify',
      call: 'productSet',
      fault: { kind: 'refuse', code: 'INVALID_VARIANT', message: 'Price is silly' },
    })
    const { items } = await at.push([product])
    expect(items).toMatchObject([{ state: 'failed', word: 'rejected', exchange: { request: expect.any(String) } }])
    expect(JSON.stringify(items)).not.toMatch(/shpat_|shpss_|shpca_/)
  })

  test('with the same failure of several products is one cause with a count, filtered and retried on its own', async () => {
    const products = await Promise.all(Array.from({ length: 3 }, () => at.product()))
    await at.simulator.control('POST', '/faults', {
      vendor: 'shopify',
      call: 'productSet',
      times: 2,
      fault: { kind: 'refuse', code: 'INVALID_VARIANT', message: 'Price is silly' },
    })
    const { task, items } = await at.push(products)
    const [ill] = items.filter(({ state }) => state === 'failed')
    const of = (cause?: string) => at.app.ok('queryProductsSyncStates', { taskId: task.id, cause })
    expect((await of()).causes).toEqual([{ message: ill!.message, advice: ill!.advice, count: 2 }])
    expect((await of(ill!.message)).items).toMatchObject({ total: 2, list: [{ state: 'failed' }, { state: 'failed' }] })
    expect((await of('别的原因')).items.total).toBe(0)
    expect(await at.app.call('retrySyncTask', { taskId: task.id, cause: '别的原因' })).toMatchObject({
      code: 409,
      data: { why: '没有失败的商品' },
    })
    await at.app.ok('retrySyncTask', { taskId: task.id, cause: ill!.message })
    expect((await at.resolved(task.id)).task).toMatchObject({ state: 'succeeded', succeeded: 3 })
    expect((await of()).causes).toEqual([])
  })

  test('with a renewed token causes no failure, with a revoked one a message that says what to do', async () => {
    const [first, second] = [await at.product(), await at.product()]
    await at.fault('*', 'expire-token')
    expect(await at.push([first])).toMatchObject({ task: { state: 'succeeded' } })

    const store = (await at.app.ok('getAllShopifyStores')).find((one) => one.id === at.us)!
    const fields = { name: store.name, origin: store.origin, priceRuleId: store.priceRuleId, id: store.id }
    const places = { locationId: store.locationId, publicationIds: store.publicationIds }
    const dead = await at.app.ok('updateShopifyStore', {
      ...fields,
      ...places,
      version: store.version,
      accessToken: 'shpat_dead',
    })
    const { items, task } = await at.push([second, first])
    expect(task).toMatchObject({ state: 'failed', failed: 2 })
    for (const item of items)
      expect(item).toMatchObject({
        message: expect.stringMatching(/凭据|授权/),
        advice: expect.stringContaining('授权'),
      })
    expect((await at.app.ok('getAllShopifyStores')).find((one) => one.id === at.us)).toMatchObject({
      health: 'unauthorised',
    })
    expect(
      await at.app.call('previewSyncToShopify', { pairs: [{ productId: first.id, storeId: at.us }] }),
    ).toMatchObject({
      code: 400,
      data: { refusal: 'store-unauthorised', next: [{ to: '/system/systemconfig' }] },
    })

    const { shops } = await at.simulator.control<{ shops: { shop: string; clientId: string; clientSecret: string }[] }>(
      'GET',
      '/credentials',
    )
    const { clientId, clientSecret } = shops.find((one) => one.shop === 'bridge-us')!
    await at.app.ok('updateShopifyStore', { ...fields, ...places, version: dead.version, clientId, clientSecret })
    await at.app.ok('retrySyncTask', { taskId: task.id })
    expect((await at.resolved(task.id)).task).toMatchObject({ state: 'succeeded', succeeded: 2 })
  })
})
