import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { caller } from '../../../test/harness.ts'
import type { TestApp } from '../../../test/harness.ts'
import { startAppAlone } from '../../../test/app-alone.ts'
import { fileOf } from '../../../test/programs.ts'
import { workbookOf } from '../../../test/workbook.ts'
import type { Db, Tx } from '../../db/db.ts'
import { sha256 } from './files.service.ts'
import type { fileChunk } from './files.tables.ts'
import { blank, noise, openBucket, sender } from './files.testing.ts'
import type { Bucket, Sent } from './files.testing.ts'
import { postgresStorage } from './postgres-storage.ts'

/** Two nodes of one installation, each with its own disk. */
let here: TestApp
let there: TestApp
let token: string
let bucket: Bucket
beforeAll(async () => {
  here = await startAppAlone()
  there = await startAppAlone({ beside: here })
  bucket = await openBucket()
  token = await here.login('admin', 'admin888')
})
afterAll(async () => {
  await there?.close()
  await here?.close()
  await bucket?.close()
})

const at = (node: TestApp) => sender(node.url, token)
const bytesAt = async (node: TestApp, url: string): Promise<Buffer> => {
  const response = await fetch(`${node.url}${new URL(url, node.url).pathname}`)
  expect(response.status).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}
const picture = (side: number): Promise<Buffer> => blank(side, side).png().toBuffer()
const upload = async (node: TestApp, bytes: Buffer): Promise<Sent['data']> => (await at(node)('upload', bytes)).data
const set = async (key: string, value: string): Promise<void> => {
  const { version } = (await here.ok('querySystemConfig')).find((one) => one.key === key)!
  await here.ok('updateSystemConfig', { key, value, version })
}

const whole = workbookOf(Array.from({ length: 300 }, (_, row) => [`第${row}行`, randomBytes(60).toString('hex')]))
const PIECE = 5_000
const total = Math.ceil(whole.length / PIECE)
const sendPiece = (node: TestApp, uploadId: string, index: number): Promise<Sent> =>
  at(node)('sliceUpload', whole.subarray(index * PIECE, (index + 1) * PIECE), {
    fields: {
      uploadId,
      index: String(index),
      total: String(total),
      hash: sha256(whole),
      size: String(whole.length),
      name: '导入.xlsx',
    },
  })

describe('two nodes with a disk each', () => {
  it('return what was uploaded to the other one', async () => {
    const small = await upload(here, await picture(30))
    expect(await bytesAt(there, small.url)).toEqual(await bytesAt(here, small.url))
    const large = await upload(there, await noise(900))
    // Larger than one chunk, and larger than what is kept in memory whole.
    expect(large.size).toBeGreaterThan(2 * 1024 * 1024)
    const served = await bytesAt(here, large.url)
    expect(served.length).toBe(large.size)
    expect(large.url).toContain(sha256(served).slice(0, 32))
  })

  it('make one file of pieces that were sent to either, whichever is last', async () => {
    const nodes = [here, there]
    await sendPiece(here, 'upload-across', 0)
    expect(await caller(there.url).call('querySlices', { uploadId: 'upload-across' }, token)).toMatchObject({
      data: { received: [0], file: null },
    })
    for (let index = 1; index < total - 2; index++) await sendPiece(nodes[index % 2]!, 'upload-across', index)
    const last = await Promise.all([
      sendPiece(here, 'upload-across', total - 2),
      sendPiece(there, 'upload-across', total - 1),
      sendPiece(here, 'upload-across', total - 1),
    ])
    expect(last.map(({ code }) => code)).toEqual([200, 200, 200])
    expect(last.some(({ data }) => data.file !== null)).toBe(true)
    expect((await here.ok('querySlices', { uploadId: 'upload-across' })).file).toMatchObject({ size: whole.length })
    const { rows } = await here.db.pool.query(
      `select (select count(*)::int from stored_file where name = '导入.xlsx') as files,
              (select count(*)::int from upload_piece) as pieces,
              (select count(*)::int from file_chunk where object_key like 'pieces/%') as chunks`,
    )
    expect(rows).toEqual([{ files: 1, pieces: 0, chunks: 0 }])
  })
})

it('serve a picture from their own disk after the first read, and read it again where the copy is damaged', async () => {
  const { url, size } = await upload(here, await noise(700))
  const bytes = await bytesAt(there, url)
  // Compares hashes, because vitest compares buffers one number at a time.
  const hash = sha256(bytes)
  const folder = join(there.dataDir, 'files', 'copies')
  const copy = join(
    folder,
    (await readdir(folder)).find((name) => name.includes(hash))!,
  )
  expect(sha256(await readFile(copy))).toBe(hash)
  await writeFile(copy, bytes.subarray(0, size - 1))
  expect(sha256(await bytesAt(there, url))).toBe(hash)
  await rename(folder, `${folder}-away`)
  await writeFile(folder, 'a disk that takes no copies')
  expect(sha256(await bytesAt(there, url))).toBe(hash)
  await rm(folder)
  await rename(`${folder}-away`, folder)
  await here.db.pool.query(`update file_chunk set object_key = 'away' where object_key like $1`, [`%${hash}%`])
  expect(sha256(await bytesAt(there, url))).toBe(hash)
  await here.db.pool.query(`delete from file_chunk where object_key = 'away'`)
})

describe('a large file in the database', () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  let most = 0
  let base = 0
  let looks = 0
  /** Records the peak memory of buffers, at every 48th of the 400 chunks. */
  const look = async (): Promise<void> => {
    looks += 1
    if (looks % 48 === 0) most = Math.max(most, (await inUse()) - base)
  }
  /**
   * The memory of buffers that are in use. Freed ones are released some event-loop turns after the collection, on a busy machine later: it
   * is collected until nothing more is released.
   */
  async function inUse(): Promise<number> {
    for (let before = Number.POSITIVE_INFINITY; ;) {
      collect()
      await new Promise((resolve) => setTimeout(resolve, 50))
      const now = process.memoryUsage().arrayBuffers
      if (now >= before) return before
      before = now
    }
  }
  /** The same database, with a check before each statement. */
  const watched = (db: Db): Db => ({
    ...db,
    transaction: (work) =>
      db.transaction((tx) =>
        work(
          new Proxy(tx, {
            get: (target, name) => {
              if (name !== 'insert') return Reflect.get(target, name) as Tx[keyof Tx]
              return (table: typeof fileChunk) => ({
                values: (row: typeof fileChunk.$inferInsert) => ({
                  onConflictDoNothing: async () => {
                    await look()
                    await target.insert(table).values(row).onConflictDoNothing()
                  },
                }),
              })
            },
          }),
        ),
      ),
  })

  it('is written and read with less than half of it in memory, and is unchanged', async () => {
    const size = 100 * 1024 * 1024
    const path = join(tmpdir(), `huoqiao-large-${process.pid}`)
    const file = await open(path, 'w')
    for (let written = 0; written < size; written += 1024 * 1024) await file.write(randomBytes(1024 * 1024))
    await file.close()
    try {
      const digest = async (stream: AsyncIterable<unknown>, each: () => unknown): Promise<string> => {
        const hash = createHash('sha256')
        for await (const part of stream) {
          hash.update(part as Buffer)
          await each()
        }
        return hash.digest('hex')
      }
      const hash = await digest(createReadStream(path), () => undefined)
      const storage = postgresStorage(watched(here.db))
      base = await inUse()
      await storage.put('large/one', { path, size, hash, mime: 'text/csv' })
      expect(await digest((await storage.stream('large/one'))!, look)).toBe(hash)
      expect(most).toBeGreaterThan(0)
      expect(most).toBeLessThan(size / 2)
      await storage.remove('large/one')
      expect(await storage.stream('large/one')).toBeUndefined()
    } finally {
      await rm(path)
    }
  })
})

describe('files:move', () => {
  const run = async (to: string): Promise<{ code: number; output: string }> => {
    const env = {
      ...process.env,
      DATABASE_URL: here.databaseUrl,
      HUOQIAO_DATA: here.dataDir,
      HUOQIAO_SECRET_KEY: here.secretKey.toString('hex'),
    }
    return promisify(execFile)(process.execPath, [fileOf('move-files'), '--to', to], { env }).then(
      ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
      (error: { code: number; stdout: string; stderr: string }) => ({
        code: error.code,
        output: error.stdout + error.stderr,
      }),
    )
  }
  const placesNow = async () => {
    const { rows } = await here.db.pool.query<{ storage: string; n: number }>(
      'select storage, count(*)::int as n from stored_file group by storage order by storage',
    )
    return Object.fromEntries(rows.map(({ storage, n }) => [storage, n]))
  }
  const onDisk = async (): Promise<string[]> => {
    const found = await readdir(join(here.dataDir, 'files', 'objects'), { recursive: true, withFileTypes: true })
    return found.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name))
  }

  it('moves everything, reads it back before it removes the original, names damaged files, and continues where it stopped', async () => {
    await here.db.pool.query('delete from stored_file')
    await here.db.pool.query('delete from file_chunk')
    await set('files.storage', 'disk')
    const kept = [await upload(here, await picture(11)), await upload(here, await picture(12))]
    const bytes = await Promise.all(kept.map(({ url }) => bytesAt(here, url)))
    await sendPiece(here, 'upload-under-way', 0)
    expect(await at(there)('upload', await picture(13))).toMatchObject({
      data: { refusal: 'storage-failed', why: expect.stringContaining('另一台机器的磁盘') as string },
    })
    expect(await onDisk()).toHaveLength(3)

    const path = (await onDisk()).find((one) => one.includes(sha256(bytes[0]!)))!
    await writeFile(path, 'spoilt')
    const first = await run('postgres')
    expect(first).toMatchObject({ code: 1, output: expect.stringContaining(sha256(bytes[0]!)) as string })
    expect(first.output).toContain('2 个文件')
    expect(await placesNow()).toEqual({ disk: 1, postgres: 1 })
    expect(await readFile(path, 'utf8')).toBe('spoilt')

    await writeFile(path, bytes[0]!)
    expect(await run('postgres')).toMatchObject({ code: 0, output: expect.stringContaining('1 个文件') as string })
    expect(await placesNow()).toEqual({ postgres: 2 })
    expect(await onDisk()).toEqual([])
    for (const [index, { url }] of kept.entries()) expect(await bytesAt(there, url)).toEqual(bytes[index])

    for (const [key, value] of Object.entries({
      'files.s3Endpoint': bucket.origin,
      'files.s3Bucket': 'goods',
      'files.s3Region': 'cn-test',
      'files.s3AccessKeyId': 'key',
      'files.s3SecretKey': 'very-secret',
    }))
      await set(key, value)
    expect(await run('s3')).toMatchObject({ code: 0 })
    expect(await placesNow()).toEqual({ s3: 2 })
    expect(bucket.objects.size).toBe(3)
    expect((await here.db.pool.query('select count(*)::int as n from file_chunk')).rows).toEqual([{ n: 0 }])
    // The upload under way continues, its first part now in the bucket.
    for (let index = 1; index < total; index++) await sendPiece(there, 'upload-under-way', index)
    expect((await here.ok('querySlices', { uploadId: 'upload-under-way' })).file).not.toBeNull()
    for (const [index, { url }] of kept.entries()) expect(await bytesAt(here, url)).toEqual(bytes[index])
  })
})
