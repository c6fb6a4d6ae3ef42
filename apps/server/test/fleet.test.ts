import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { ENDPOINTS } from '@huoqiao/contract'
import type { Endpoint, EndpointName } from '@huoqiao/contract'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { photo, sender } from '../src/features/files/files.testing.ts'
import { createEmptyDatabase } from './cluster.ts'
import type { TestDatabase } from './cluster.ts'
import { caller, wire } from './harness.ts'
import type { Answer } from './harness.ts'
import { startNginx } from './nginx.ts'
import type { Nginx } from './nginx.ts'
import { previousBuild } from './previous-build.ts'
import { startServerProcess } from './server-process.ts'
import type { ServerProcess } from './server-process.ts'
import { startTestSimulator } from './simulator.ts'
import type { TestSimulator } from './simulator.ts'
import { until } from './until.ts'

/** Prints what can't be tested on this machine; in CI everything must be tested. */
const notTested = (what: string): void => {
  if (process.env['CI']) throw new Error(what)
  console.warn(`not proven here: ${what}`)
}

let home: string
let simulator: TestSimulator
let database: TestDatabase
let previous: Awaited<ReturnType<typeof previousBuild>>
let nginx: Nginx | undefined
let web: [ServerProcess, ServerProcess]
let worker: ServerProcess
let token: string
const secretKey = randomBytes(32).toString('hex')

/** A node with its own data folder, as on a machine of its own. */
const start = async (role: 'web' | 'worker', main?: string): Promise<ServerProcess> =>
  startServerProcess({
    databaseUrl: database.url,
    dataDir: await mkdtemp(join(home, 'machine-')),
    simulator: simulator.origin,
    secretKey,
    role,
    ...(main === undefined ? {} : { main }),
  })

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'huoqiao-fleet-'))
  simulator = await startTestSimulator()
  database = await createEmptyDatabase(inject('testCluster'))
  previous = await previousBuild()
  const [one, two, three] = await Promise.all([
    start('web', previous?.main),
    start('web', previous?.main),
    start('worker', previous?.main),
  ])
  web = [one, two]
  worker = three
  token = await caller(one.url).login('admin', 'admin888')
  nginx = await startNginx(web)
})
afterAll(async () => {
  await nginx?.close()
  for (const node of [...(web ?? []), worker]) await node?.stop()
  await database?.drop()
  await simulator?.close()
  await previous?.remove()
  await rm(home, { recursive: true, force: true })
})

/** One request on a new connection, as of a new visitor. Returns the error, if any. */
async function ask(url: string, name: EndpointName, input: object): Promise<string | undefined> {
  const endpoint: Endpoint = ENDPOINTS[name]
  const { body, search, contentType } = wire(endpoint, input)
  const query = new URLSearchParams(search).toString()
  const headers = { authorization: token, ...(contentType === undefined ? {} : { 'content-type': contentType }) }
  return new Promise((resolve) => {
    const sent = request(`${url}${endpoint.path}${query === '' ? '' : `?${query}`}`, {
      method: endpoint.method,
      agent: false,
      headers,
    })
    sent.once('error', (error) => resolve(`${name}: ${error.message}`))
    sent.once('response', (response) => {
      text(response).then(
        (body) =>
          resolve(
            body.startsWith('{"code":200,') ? undefined : `${name}: ${response.statusCode} ${body.slice(0, 200)}`,
          ),
        (error: unknown) => resolve(`${name}: ${String(error)}`),
      )
    })
    sent.end(body)
  })
}

/** Concurrent clients: each sends its next request when the last one was answered, until it is stopped. */
function traffic(kinds: readonly (() => Promise<string | undefined>)[]) {
  const failed: string[] = []
  let answered = 0
  let isOver = false
  const people = kinds.map(async (act) => {
    while (!isOver) {
      const wrong = await act()
      if (wrong !== undefined) failed.push(wrong)
      answered += 1
    }
  })
  return {
    /** Waits for this many more answers. */
    more: (count: number) => {
      const from = answered
      return until(
        () => Promise.resolve(answered),
        (now) => now >= from + count,
      )
    },
    async end(): Promise<string[]> {
      isOver = true
      await Promise.all(people)
      return failed
    },
  }
}
let written = 0
const reading = (url: string) => () => ask(url, 'queryDictionaries', {})
const writing = (url: string) => () => ask(url, 'addDictionary', { code: `fleet-${(written += 1)}`, name: '滚动更新' })

/** A worker exports the orders; returns the task's id when the sheet is finished. */
async function exportOrders(url: string): Promise<string> {
  const at = caller(url)
  const asked = (await at.call(
    'exportShopifyOrderSkuInfo',
    { orderIds: [], filter: {} },
    token,
  )) as Answer<'exportShopifyOrderSkuInfo'>
  if (asked.code !== 200) throw new Error(asked.msg)
  const taskId = asked.data.id
  await until(
    async () => (await at.call('queryOrderTasks', { taskId }, token)) as Answer<'queryOrderTasks'>,
    ({ data }) => 'list' in data && data.list[0]?.state === 'succeeded',
  )
  return taskId
}

/** Requests the link to a sheet from one node, and fetches the sheet from another. Returns the error, if any. */
async function fetchSheet(taskId: string, linkedBy: string, servedBy: string): Promise<string | undefined> {
  const link = (await caller(linkedBy).call('downloadOrderExport', { taskId }, token)) as Answer<'downloadOrderExport'>
  if (link.code !== 200) return `no link: ${link.msg}`
  const fetched = await fetch(`${servedBy}${link.data.url}`)
  const bytes = Buffer.from(await fetched.arrayBuffer())
  // A workbook is a ZIP file.
  return fetched.status === 200 && bytes.subarray(0, 2).toString() === 'PK'
    ? undefined
    : `${fetched.status} ${bytes.toString('utf8', 0, 200)}`
}

describe('two web nodes, a worker and nginx', () => {
  it('are updated one after the other from the previous version, and no request fails, reading or writing', async () => {
    // A clone may lack the history: then the nodes are replaced by nodes of the same version.
    if (previous === undefined) console.warn('not proven here: the version before is not in this clone’s history')
    if (nginx === undefined) return notTested('a rolling update: nginx is not installed, and apt-get cannot fetch it')
    const { url } = nginx
    const sheet = await exportOrders(url)
    const people = traffic([reading(url), reading(url), writing(url)])
    await people.more(10)
    for (const place of [0, 1] as const) {
      const other = web[1 - place]!
      await nginx.turnTo([{ ...web[place], down: true }, other])
      await web[place].stop()
      // It migrates while the other node, still of the previous version, continues.
      web[place] = await start('web')
      await people.more(10)
      // nginx may send the request for the link to one version, and the download to the other.
      expect(await fetchSheet(sheet, web[place].url, other.url)).toBeUndefined()
      expect(await fetchSheet(sheet, other.url, web[place].url)).toBeUndefined()
      await nginx.turnTo([web[place], other])
      await people.more(10)
    }
    await worker.stop()
    worker = await start('worker')
    expect(await people.end()).toEqual([])
    // And every written row exists exactly once.
    const kept = await caller(url).call('queryDictionaries', { keyword: 'fleet-' }, token)
    expect(kept).toMatchObject({ code: 200, data: { total: written } })
  })

  it('serve at one node what was uploaded to the other, and hand out what the worker exported', async () => {
    const { data: picture } = await sender(web[0].url, token)('upload', await photo(200))
    for (const { url } of web) {
      const shown = await fetch(`${url}${picture.url}`)
      expect([shown.status, (await shown.arrayBuffer()).byteLength]).toEqual([200, picture.size])
    }
    const taskId = await exportOrders(web[1].url)
    for (const { url } of web) expect(await fetchSheet(taskId, url, url)).toBeUndefined()
  })

  it('answer all reading requests when one of them is killed', async () => {
    if (nginx === undefined) return notTested('a killed node: nginx is not installed, and apt-get cannot fetch it')
    const { url } = nginx
    const people = traffic([reading(url), reading(url), reading(url), reading(url)])
    await people.more(20)
    await web[0].kill()
    await people.more(60)
    expect(await people.end()).toEqual([])
  })
})
