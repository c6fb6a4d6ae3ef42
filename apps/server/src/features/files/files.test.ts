import { randomBytes, randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestApp } from '../../../test/harness.ts'
import { startAppAlone } from '../../../test/app-alone.ts'
import { workbookOf } from '../../../test/workbook.ts'
import { kindOf } from './content.rules.ts'
import { blank, openBucket, sender } from './files.testing.ts'
import type { Bucket, Sent } from './files.testing.ts'
import { sha256 } from './files.service.ts'

let app: TestApp
let token: string
beforeAll(async () => {
  app = await startAppAlone()
  token = await app.login('admin', 'admin888')
})
afterAll(() => app?.close())

const send: ReturnType<typeof sender> = (path, file, options) => sender(app.url, token)(path, file, options)
describe('an uploaded picture', () => {
  it('is encoded again without metadata, rotated upright, and served permanently at its address', async () => {
    const photo = await blank(40, 20)
      .withExif({ IFD0: { Copyright: 'secret place' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const { data } = await send(
      'upload?purpose=product-image',
      Buffer.concat([photo, Buffer.from('<script>hidden</script>')]),
    )
    expect(data).toMatchObject({ mime: 'image/jpeg', width: 20, height: 40 })
    const response = await fetch(`${app.url}${data.url}`)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('image/jpeg')
    expect(response.headers.get('cache-control')).toContain('immutable')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('content-security-policy')).toContain('sandbox')
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(bytes.length).toBe(data.size)
    expect(bytes.includes('script')).toBe(false)
    expect((await sharp(bytes).metadata()).exif).toBeUndefined()
    const again = await fetch(`${app.url}${data.url}`, {
      headers: { 'if-none-match': response.headers.get('etag')! },
    })
    expect(again.status).toBe(304)
  })

  it('is checked by its content, whatever its name says', async () => {
    const webp = await blank(8, 8).webp().toBuffer()
    expect((await send('upload', webp, { name: 'x.jpg' })).data).toMatchObject({ mime: 'image/webp' })
    for (const wrong of [
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
      '<!doctype html><script/>',
      'MZ\u0090',
      '%PDF-1.7',
    ]) {
      expect(await send('upload', Buffer.from(wrong), { name: 'photo.png' })).toMatchObject({
        code: 400,
        data: { refusal: 'file-refused' },
      })
    }
  })

  it('that is broken, empty or a decompression bomb is refused with an explanation', async () => {
    const png = await blank(300, 300).png().toBuffer()
    expect((await send('upload', png.subarray(0, png.length / 2))).data.why).toContain('损坏')
    expect((await send('upload', Buffer.alloc(0))).data).toMatchObject({ refusal: 'file-refused' })
    const bomb = await blank(12_000, 12_000).png({ compressionLevel: 9 }).toBuffer()
    expect((await send('upload', bomb)).data.why).toContain('尺寸太大')
  })

  it('may not be larger than the setting, nor come without a file or without the right', async () => {
    await app.ok('updateSystemConfig', { key: 'files.maxMb', value: 1, version: 0 })
    const noise = await sharp(randomBytes(800 * 800 * 3), { raw: { width: 800, height: 800, channels: 3 } })
      .png()
      .toBuffer()
    expect((await send('upload', noise)).data.why).toContain('1 MB')
    await app.ok('deleteSystemConfig', { key: 'files.maxMb', version: 1 })
    expect(await send('upload', undefined)).toMatchObject({ code: 400, msg: 'param:file is unset' })
    expect(await send('upload', noise, { as: 'nobody' })).toMatchObject({ code: 400, msg: '请先登录' })
  })

  it('of 40 MB is refused with its size and the limit, and nothing is stored', async () => {
    const stored = async (): Promise<number> =>
      (await app.db.pool.query<{ n: number }>('select count(*)::int as n from stored_file')).rows[0]!.n
    const before = await stored()
    const huge = Buffer.concat([await blank(40, 20).png().toBuffer(), Buffer.alloc(40 * 1024 * 1024)])
    expect(await send('upload', huge)).toMatchObject({
      code: 400,
      data: { refusal: 'file-refused', why: '文件有 41 MB，最多 20 MB：请先压缩，或换一个小一些的' },
    })
    expect(await stored()).toBe(before)
  })

  it('is not found at another name or a guessed one', async () => {
    const { data } = await send('upload', await blank(4, 4).png().toBuffer())
    for (const url of [
      `${data.url}x`,
      data.url.replace(/(\w)\.png$/, (_, sign) => (sign === '0' ? '1.png' : '0.png')),
      `/files/${randomUUID()}/a.png`,
      '/files/x/..%2f..',
    ]) {
      expect((await fetch(`${app.url}${url}`)).status).toBe(404)
    }
  })
})

describe('a file in pieces', () => {
  const whole = workbookOf(Array.from({ length: 300 }, (_, row) => [`第${row}行`, randomBytes(60).toString('hex')]))
  const length = 4_000
  const total = Math.ceil(whole.length / length)
  const piece = (index: number): Buffer => whole.subarray(index * length, (index + 1) * length)
  const fieldsOf = (uploadId: string, index: number, more: Record<string, string> = {}) => ({
    uploadId,
    index: String(index),
    total: String(total),
    hash: sha256(whole),
    size: String(whole.length),
    name: '导入.xlsx',
    ...more,
  })

  it('continues after a lost connection with the missing pieces, accepts a repeated piece, and makes one file', async () => {
    const uploadId = 'upload-resumed'
    const order = [...Array(total).keys()].reverse()
    for (const index of order.slice(0, 5))
      await send('sliceUpload', piece(index), { fields: fieldsOf(uploadId, index) })
    await send('sliceUpload', piece(order[0]!), { fields: fieldsOf(uploadId, order[0]!) })
    const { received, file } = await app.ok('querySlices', { uploadId })
    expect(received).toEqual(order.slice(0, 5).toSorted((a, b) => a - b))
    expect(file).toBeNull()
    const missing = order.filter((index) => !received.includes(index))
    const answers = await Promise.all(
      missing.map((index) => send('sliceUpload', piece(index), { fields: fieldsOf(uploadId, index) })),
    )
    expect(answers.every((answer) => answer.code === 200)).toBe(true)
    const done = (await app.ok('querySlices', { uploadId })).file!
    expect(done).toMatchObject({ name: '导入.xlsx', size: whole.length })
    const rows = await app.db.pool.query('select count(*)::int as n from stored_file where name = $1', ['导入.xlsx'])
    expect(rows.rows[0]).toEqual({ n: 1 })
    expect((await fetch(`${app.url}${done.url}`)).status).toBe(404)
  })

  it('whose content is not what was announced is refused, and may be sent again', async () => {
    const uploadId = 'upload-spoilt'
    const answers: Sent[] = []
    for (let index = 0; index < total; index++) {
      const bytes = index === 2 ? Buffer.from(piece(2).map((byte) => byte ^ 1)) : piece(index)
      answers.push(await send('sliceUpload', bytes, { fields: fieldsOf(uploadId, index) }))
    }
    expect(answers.at(-1)).toMatchObject({ code: 400, data: { refusal: 'file-refused' } })
    expect(await app.ok('querySlices', { uploadId })).toEqual({ received: [], file: null })
    for (let index = 0; index < total; index++)
      await send('sliceUpload', piece(index), { fields: fieldsOf(uploadId, index) })
    expect((await app.ok('querySlices', { uploadId })).file).not.toBeNull()
  })

  it('accepts only what its first piece announced, from its owner', async () => {
    const uploadId = 'upload-changed'
    await send('sliceUpload', piece(0), { fields: fieldsOf(uploadId, 0) })
    const other = fieldsOf(uploadId, 1, { hash: sha256(Buffer.from('other')) })
    expect(await send('sliceUpload', piece(1), { fields: other })).toMatchObject({
      data: { refusal: 'state-not-allowed' },
    })
    expect(await send('sliceUpload', Buffer.alloc(length * 2), { fields: fieldsOf(uploadId, 1) })).toMatchObject({
      data: { refusal: 'file-refused' },
    })
    expect(await send('sliceUpload', piece(0), { fields: fieldsOf(uploadId, total) })).toMatchObject({ code: 422 })
    const clerk = await app.login('clerk', 'clerk888')
    expect(await app.ok('querySlices', { uploadId }, { token: clerk })).toEqual({ received: [], file: null })
  })

  it('is refused when it would be larger than the setting', async () => {
    const fields = fieldsOf('upload-large', 0, { size: String(900 * 1024 * 1024) })
    expect(await send('sliceUpload', piece(0), { fields })).toMatchObject({ data: { refusal: 'file-refused' } })
  })
})

describe('an object storage that speaks S3', () => {
  let bucket: Bucket
  beforeAll(async () => {
    bucket = await openBucket()
    const { origin } = bucket
    await set('files.s3Endpoint', origin)
    await set('files.s3Bucket', 'goods')
    await set('files.s3Region', 'cn-test')
    await set('files.s3AccessKeyId', 'key')
    await set('files.s3SecretKey', 'very-secret')
    await set('files.storage', 's3')
    await set('files.publicOrigin', 'https://erp.example.com')
  })
  afterAll(() => bucket?.close())
  const set = async (key: string, value: string) => {
    const { version } = (await app.ok('querySystemConfig')).find((one) => one.key === key)!
    await app.ok('updateSystemConfig', { key, value, version })
  }

  it('stores new files and returns them', async () => {
    const { data } = await send('upload', await blank(6, 6).png().toBuffer())
    expect(data.url).toMatch(/^https:\/\/erp\.example\.com\/files\//)
    expect([...bucket.objects.keys()]).toHaveLength(1)
    expect([...bucket.objects.keys()][0]).toMatch(/^\/goods\/[0-9a-f]{2}\/[0-9a-f]{64}\.png$/)
    expect([...bucket.objects.values()][0]!.type).toBe('image/png')
    const served = await fetch(`${app.url}${new URL(data.url).pathname}`)
    expect(Buffer.from(await served.arrayBuffer())).toEqual([...bucket.objects.values()][0]!.bytes)
  })

  it('that refuses is reported with its own message, and no file is stored', async () => {
    bucket.break()
    const before = await app.db.pool.query('select count(*)::int as n from stored_file')
    expect(await send('upload', await blank(7, 7).png().toBuffer())).toMatchObject({
      data: { refusal: 'storage-failed', why: 'HTTP 403 AccessDenied' },
    })
    expect((await app.db.pool.query('select count(*)::int as n from stored_file')).rows).toEqual(before.rows)
  })

  it('may not be the address where a cloud provides the machine’s secrets', async () => {
    await set('files.s3Endpoint', 'http://169.254.169.254')
    expect(await send('upload', await blank(8, 8).png().toBuffer())).toMatchObject({
      data: { refusal: 'storage-failed', why: expect.stringContaining('元数据服务') as string },
    })
  })
})

it('recognises types by the first bytes, and does not take an HTML page for text', () => {
  const kinds = ['a,b\n1,2', '\uFEFF<html>', ' <?xml version="1.0"?>', 'PK\u0003\u0004', 'a\u0000b', '']
  expect(kinds.map((text) => kindOf(Buffer.from(text)))).toEqual([
    'text',
    'unknown',
    'unknown',
    'zip',
    'unknown',
    'unknown',
  ])
})
