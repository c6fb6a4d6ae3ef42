import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Simulator } from '../../compose.ts'
import { openMediaPipeline } from './media-pipeline.ts'
import { openTestShop, setProduct, startSimulator } from './shopify-client.testing.ts'
import type { TestShop } from './shopify-client.testing.ts'

let sim: Simulator
let shop: TestShop
let stop: () => Promise<void>
let host: Server
let pictures: string
let jpeg: Buffer
const served = new Set<string>()

beforeAll(async () => {
  jpeg = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#c33' } })
    .jpeg()
    .toBuffer()
  // Only the client closes a kept-alive connection, so it is never closed while a request is on its way.
  host = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    response.on('finish', () => served.add(request.url ?? ''))
    if (request.url === '/missing.jpg') response.writeHead(404).end()
    else if (request.url === '/text.jpg') response.end('this is not a picture')
    else response.writeHead(200, { 'content-type': 'image/jpeg' }).end(jpeg)
  })
  await new Promise<void>((done) => host.listen(0, '127.0.0.1', done))
  pictures = `http://127.0.0.1:${(host.address() as AddressInfo).port}`
  const started = await startSimulator()
  ;({ sim, stop } = started)
  shop = await openTestShop(sim)
})
afterAll(async () => {
  await stop()
  await new Promise((done) => host.close(done))
})
afterEach(() => sim.core.quirks.reset())

type Media = {
  status: string
  alt: string | null
  mimeType: string | null
  image: { url: string; width: number; height: number } | null
  mediaErrors: { code: string }[]
  fileErrors: { code: string }[]
}
const READ = `query($ids: [ID!]!) { nodes(ids: $ids) { ... on MediaImage { status fileStatus alt mimeType image { url width height } mediaErrors { code } fileErrors { code } } } }`
const read = async (ids: string[]) => shop.get<Media[]>(READ, { ids })
const upload = async (files: object[]) => {
  const product = await setProduct(shop, { title: 'Pictures', files })
  return product.media.nodes.map((node) => node.id)
}
/** Real fetches take real time; simulated time is moved until none is running. */
const resolved = async (ids: string[]): Promise<Media[]> => {
  for (;;) {
    const media = await read(ids)
    if (media.every((entry) => entry.status === 'READY' || entry.status === 'FAILED')) return media
    sim.core.clock.advance(500)
    await new Promise((done) => setTimeout(done, 10))
  }
}

describe('pictures of a product', () => {
  it('are not ready when the mutation has succeeded, and not before their time', async () => {
    sim.core.quirks.set('shopify.media-min-ms', 60_000)
    sim.core.quirks.set('shopify.media-max-ms', 60_000)
    const ids = await upload([{ originalSource: `${pictures}/a.jpg`, alt: 'red' }])
    while (!served.has('/a.jpg')) await new Promise((done) => setTimeout(done, 10))
    sim.core.clock.advance(59_999)
    const [early] = await read(ids)
    expect(['UPLOADED', 'PROCESSING']).toContain(early?.status)
    expect(early?.image).toBeNull()
    const [ready] = await resolved(ids)
    expect(ready).toMatchObject({
      status: 'READY',
      alt: 'red',
      mimeType: 'image/jpeg',
      image: { width: 40, height: 30 },
    })
    const shown = await fetch(ready!.image!.url)
    expect(shown.headers.get('content-type')).toBe('image/jpeg')
    expect(Buffer.from(await shown.arrayBuffer()).equals(jpeg)).toBe(true)
  })

  it('fail with a reason: no download, no picture, too large, too many pixels, no answer', async () => {
    const ids = await upload([
      { originalSource: `${pictures}/missing.jpg` },
      { originalSource: `${pictures}/text.jpg` },
      { originalSource: 'http://127.0.0.1:9/nobody.jpg' },
    ])
    const failed = await resolved(ids)
    expect(failed.map((media) => media.mediaErrors[0]?.code)).toEqual([
      'IMAGE_DOWNLOAD_FAILURE',
      'UNSUPPORTED_IMAGE_FILE_TYPE',
      'IMAGE_DOWNLOAD_FAILURE',
    ])
    expect(failed.map((media) => media.fileErrors[0]?.code)).toEqual(failed.map((media) => media.mediaErrors[0]?.code))
    sim.core.quirks.set('shopify.max-image-bytes', 100)
    expect((await resolved(await upload([{ originalSource: `${pictures}/b.jpg` }])))[0]?.mediaErrors[0]?.code).toBe(
      'INVALID_IMAGE_FILE_SIZE',
    )
    sim.core.quirks.reset()
    sim.core.quirks.set('shopify.max-image-pixels', 100)
    expect((await resolved(await upload([{ originalSource: `${pictures}/c.jpg` }])))[0]?.mediaErrors[0]?.code).toBe(
      'INVALID_IMAGE_RESOLUTION',
    )
  })

  it('get distinct names, or refuse or replace a duplicate, as the duplicate mode says', async () => {
    const create = `mutation($files: [FileCreateInput!]!) { fileCreate(files: $files) { files { id alt } userErrors { code field } } }`
    type Payload = { files: { id: string; alt: string }[] | null; userErrors: { code: string }[] }
    const send = (extra: object) =>
      shop.get<Payload>(create, { files: [{ originalSource: `${pictures}/d.jpg`, filename: 'unique.jpg', ...extra }] })
    const first = await send({ alt: 'first' })
    const second = await send({ alt: 'second' })
    expect(second.files?.[0]?.id).not.toBe(first.files?.[0]?.id)
    expect((await send({ duplicateResolutionMode: 'RAISE_ERROR' })).userErrors[0]?.code).toBe('FILENAME_ALREADY_EXISTS')
    const replaced = await send({ duplicateResolutionMode: 'REPLACE', alt: 'third' })
    expect(replaced.files?.[0]).toEqual({ id: first.files?.[0]?.id, alt: 'first' })
  })

  it('may be changed only when ready, and disappear from their products when deleted', async () => {
    const ids = await upload([{ originalSource: `${pictures}/e.jpg` }])
    const update = `mutation($files: [FileUpdateInput!]!) { fileUpdate(files: $files) { files { alt } userErrors { code } } }`
    const early = await shop.get<{ userErrors: { code: string }[] }>(update, { files: [{ id: ids[0], alt: 'words' }] })
    expect(early.userErrors[0]?.code).toBe('NON_READY_STATE')
    await resolved(ids)
    const late = await shop.get<object>(update, { files: [{ id: ids[0], alt: 'words' }] })
    expect(late).toEqual({ files: [{ alt: 'words' }], userErrors: [] })
    const gone = `mutation($ids: [ID!]!) { fileDelete(fileIds: $ids) { deletedFileIds userErrors { code } } }`
    expect(await shop.get<object>(gone, { ids })).toEqual({ deletedFileIds: ids, userErrors: [] })
    expect(await shop.get<object>(gone, { ids })).toMatchObject({ userErrors: [{ code: 'FILE_DOES_NOT_EXIST' }] })
    const { nodes } = await shop.get<{ nodes: { mediaCount: { count: number } }[] }>(
      '{ products(first: 1, reverse: true) { nodes { mediaCount { count } } } }',
    )
    expect(nodes[0]?.mediaCount.count).toBe(0)
  })
})

/** Settings and operations, which storing bytes does not use. */
const NOT_ASKED = undefined as never

describe('stored bytes', () => {
  it('are read completely while the same bytes are stored again', async () => {
    const pipeline = openMediaPipeline(sim.core, NOT_ASKED, NOT_ASKED)
    const bytes = Buffer.alloc(200_000, 'x')
    const path = pipeline.blobPath(await pipeline.keep(bytes, 'bin'))
    const lengths = new Set<number>()
    let isKeeping = true
    const keeping = (async () => {
      for (let time = 0; time < 300; time++) await pipeline.keep(bytes, 'bin')
      isKeeping = false
    })()
    while (isKeeping) lengths.add((await readFile(path)).length)
    await keeping
    pipeline.close()
    expect(lengths).toEqual(new Set([bytes.length]))
  })
})

describe('staged uploads', () => {
  const STAGE = `mutation($input: [StagedUploadInput!]!) { stagedUploadsCreate(input: $input) {
    stagedTargets { url resourceUrl parameters { name value } } userErrors { field message } } }`
  type Target = { url: string; resourceUrl: string | null; parameters: { name: string; value: string }[] }
  const stage = async (input: object) => {
    const payload = await shop.get<{ stagedTargets: Target[] | null; userErrors: unknown[] }>(STAGE, { input: [input] })
    return { target: payload.stagedTargets?.[0], userErrors: payload.userErrors }
  }
  const picture = { filename: 'front.jpg', mimeType: 'image/jpeg', resource: 'IMAGE' }

  it('accept the bytes by multipart POST, parameters first and the file last, and become a ready picture', async () => {
    const { target } = await stage({ ...picture, httpMethod: 'POST' })
    const form = new FormData()
    for (const { name, value } of target!.parameters) form.append(name, value)
    form.append('file', new Blob([new Uint8Array(jpeg)], { type: 'image/jpeg' }), 'front.jpg')
    const sent = await fetch(target!.url, { method: 'POST', body: form })
    expect(sent.status).toBe(201)
    const [ready] = await resolved(await upload([{ originalSource: target!.resourceUrl }]))
    expect(ready).toMatchObject({ status: 'READY', image: { width: 40 } })
  })

  it('accept the bytes by PUT, and only at the signed address', async () => {
    const { target } = await stage(picture)
    const body = new Uint8Array(jpeg)
    expect((await fetch(target!.url.replace(/signature=./, 'signature=x'), { method: 'PUT', body })).status).toBe(403)
    expect((await fetch(target!.url, { method: 'PUT', body })).status).toBe(200)
    expect((await resolved(await upload([{ originalSource: target!.resourceUrl }])))[0]?.status).toBe('READY')
  })

  it('fail when nothing was sent, when the file is not last, and when it is too large', async () => {
    const { target } = await stage({ ...picture, httpMethod: 'POST' })
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(jpeg)]), 'front.jpg')
    for (const { name, value } of target!.parameters) form.append(name, value)
    expect((await fetch(target!.url, { method: 'POST', body: form })).status).toBe(400)
    const [failed] = await resolved(await upload([{ originalSource: target!.resourceUrl }]))
    expect(failed?.mediaErrors[0]?.code).toBe('INVALID_SIGNED_URL')
    expect((await stage({ ...picture, fileSize: String(30 * 1024 * 1024) })).userErrors).toHaveLength(1)
    const bulk = await stage({
      filename: 'vars.jsonl',
      mimeType: 'text/jsonl',
      resource: 'BULK_MUTATION_VARIABLES',
      httpMethod: 'POST',
    })
    expect(bulk.target?.resourceUrl).toBeNull()
  })
})
