import { randomBytes } from 'node:crypto'
import { open as openFile } from 'node:fs/promises'
import { openDb } from '../apps/server/src/db/db.ts'
import { noise, photo } from '../apps/server/src/features/files/files.testing.ts'
import { postgresStorage } from '../apps/server/src/features/files/postgres-storage.ts'
import { openFigures } from './figures.ts'
import { openCluster, startServer, withTemporaryFolder } from './app.ts'
import type { Server } from './app.ts'

/**
 * A picture served from PostgreSQL compared with the same one from the disk: two servers, requested in turn, medians of several rounds.
 * Photos are those of a list that is requested again and again; the large ones together exceed what a process caches, and are requested in
 * a circle, so none of them is cached when it is requested. Before that, a file of 100 MB is written to PostgreSQL and read again: the peak
 * memory of this process, above its memory at the beginning. BENCH_ROUNDS=5
 */
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5)
const AT_ONCE = 8
const SECONDS = 3
const KINDS = [
  { name: 'photos of some 90 kB, again and again', count: 24, make: () => photo(800) },
  { name: 'pictures of 700 kB that memory does not keep', count: 32, make: () => noise(480) },
]

async function upload(server: Server, bytes: Buffer): Promise<string> {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), 'a.jpg')
  const response = await fetch(`${server.url}/api/file/upload?purpose=product-image`, {
    method: 'POST',
    headers: { authorization: server.token },
    body: form,
  })
  const { code, data } = (await response.json()) as { code: number; data: { url: string; size: number } }
  if (code !== 200) throw new Error(`a picture was not taken: ${JSON.stringify(data)}`)
  return `${server.url}${data.url}`
}

/** Pictures per second. */
async function rate(urls: readonly string[]): Promise<number> {
  const end = performance.now() + SECONDS * 1000
  let done = 0
  const ask = async (from: number): Promise<void> => {
    for (let at = from; performance.now() < end; at += AT_ONCE) {
      const response = await fetch(urls[at % urls.length]!)
      if (response.status !== 200) throw new Error(`${urls[at % urls.length]} answered ${response.status}`)
      await response.arrayBuffer()
      done += 1
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, (_one, index) => ask(index)))
  return done / SECONDS
}

const MB = 1024 * 1024
const LARGE_MB = 100

async function memoryOfLargeFile(databaseUrl: string, path: string): Promise<number> {
  const file = await openFile(path, 'w')
  for (let written = 0; written < LARGE_MB; written++) await file.write(randomBytes(MB))
  await file.close()
  const db = openDb(databaseUrl)
  try {
    const storage = postgresStorage(db)
    const before = process.memoryUsage().rss
    await storage.put('large', { path, size: LARGE_MB * MB, hash: '', mime: 'text/csv' })
    let read = 0
    for await (const part of (await storage.stream('large'))!) read += (part as Buffer).length
    if (read !== LARGE_MB * MB) throw new Error(`of ${LARGE_MB} MB ${read} bytes came back`)
    return (process.resourceUsage().maxRSS * 1024 - before) / MB
  } finally {
    await db.close()
  }
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

await withTemporaryFolder(async (open) => {
  const figures = openFigures('files')
  const cluster = await openCluster(open)
  figures.tell({
    name: `a file of ${LARGE_MB} MB into PostgreSQL and out again: memory`,
    value: await memoryOfLargeFile(await cluster.create('large'), `${open.folder}/large`),
    unit: 'MB',
    limit: 50,
  })
  const server = async (name: string): Promise<Server> => {
    const started = await startServer({
      DATABASE_URL: await cluster.create(name),
      HUOQIAO_DATA: `${open.folder}/${name}`,
      HUOQIAO_DEMO_SIMULATOR: '',
    })
    open.closing(started.stop)
    return started
  }
  const disk = await server('disk')
  const postgres = await server('postgres')
  await disk.call('updateSystemConfig', { key: 'files.storage', value: 'disk', version: 0 })
  for (const { name, count, make } of KINDS) {
    const urls: { disk: string[]; postgres: string[] } = { disk: [], postgres: [] }
    for (let nr = 0; nr < count; nr++) {
      const bytes = await make()
      urls.disk.push(await upload(disk, bytes))
      urls.postgres.push(await upload(postgres, bytes))
    }
    const rounds: { disk: number; postgres: number }[] = []
    for (let round = 0; round <= ROUNDS; round++)
      rounds.push({ disk: await rate(urls.disk), postgres: await rate(urls.postgres) })
    // The first round only warms both up.
    const counted = rounds.slice(1)
    figures.note(name, counted)
    figures.tell({
      name: `${name}: from PostgreSQL against the disk`,
      value: median(counted.map((round) => (100 * round.postgres) / round.disk)),
      unit: '%',
      limit: 50,
      atLeast: true,
    })
  }
  await figures.keep()
})
