import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { md5, startTestApp } from './harness.ts'
import type { TestApp } from './harness.ts'
import { startTestSimulator } from './simulator.ts'
import type { TestSimulator } from './simulator.ts'

let simulator: TestSimulator
let app: TestApp
let consoleDir: string
beforeAll(async () => {
  consoleDir = await mkdtemp(join(tmpdir(), 'huoqiao-console-'))
  await writeFile(join(consoleDir, 'index.html'), '<!doctype html><html><head></head><body></body></html>')
  simulator = await startTestSimulator()
  app = await startTestApp({ demoSimulator: simulator.origin, work: false, consoleDir })
})
afterAll(async () => {
  await app?.close()
  await simulator?.close()
  await rm(consoleDir, { recursive: true, force: true })
})

/** The demo accounts that the login page offers. */
async function offered(): Promise<string> {
  const page = await (await fetch(`${app.url}/login`)).text()
  return (/name="huoqiao-demo" content="([^"]*)"/.exec(page)?.[1] ?? '').replaceAll('&quot;', '"')
}
/** The demo accounts that the terminal would show at the next start. */
const shown = async (): Promise<string[]> =>
  (await app.composed.open({ work: false, scheduled: false })).accounts.map(({ userAccount }) => userAccount)

test('the login page and the terminal of a demo offer only the accounts whose demo password is still valid', async () => {
  expect(JSON.parse(await offered())).toMatchObject([
    { account: 'admin', password: 'admin888' },
    { account: 'clerk', password: 'clerk888' },
  ])
  const token = await app.login('admin', 'admin888')
  const change = { oldUserPassword: md5('admin888'), userPassword: md5('another-1') }
  await app.ok('safe_updatePassword', change, { token })
  expect(JSON.parse(await offered())).toMatchObject([{ account: 'clerk', password: 'clerk888' }])
  expect(await shown()).toEqual(['clerk'])
  const again = await app.login('admin', 'another-1')
  const { list } = await app.ok('pagingQuery', {}, { token: again })
  await app.ok('suspend', { ids: [list.find(({ userAccount }) => userAccount === 'clerk')!.id] }, { token: again })
  expect(await offered()).toBe('true')
  expect(await shown()).toEqual([])
})
