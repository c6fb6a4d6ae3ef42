import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildSimulator } from '../../compose.ts'
import type { Simulator } from '../../compose.ts'
import { heldTime } from '../../core/clock.testing.ts'
import { worldOf } from '../../world/world.ts'
import { signatureOf } from './signature.ts'

export type Json = Record<string, unknown>
export type Answered = { status: number; body: Json }
type Credentials = { appKey: string; appSecret: string; accessToken: string; refreshToken: string }

export const CROSS = 'com.alibaba.fenxiao.crossborder'
/** The data of every simulator with the default seed. */
export const WORLD = worldOf('huoqiao')

/** A client program as the tests need it: signs forms, sends them over real HTTP, and uses the control page. */
export type Harness = {
  readonly simulator: Simulator
  readonly origin: string
  credentials(): Promise<Credentials>
  /** Signs with the demo app unless told otherwise; sends exactly these parameters. */
  call(path: string, params: Record<string, string>, options?: { secret?: string; appKey?: string }): Promise<Answered>
  /** The same with the demo token, the object as JSON in the one named field; returns the body. */
  ask(api: string, field: string, value: object): Promise<Json>
  control(method: string, path: string, body?: unknown): Promise<Json>
  ledger(query?: string): Promise<Json[]>
  restart(memory: boolean): Promise<void>
  close(): Promise<void>
}

/** Its time changes only by `clock`. */
export async function openHarness(): Promise<Harness> {
  const folder = mkdtempSync(join(tmpdir(), 'simulator-1688-'))
  let simulator = buildSimulator({ dataDir: folder, port: 0, memory: true, realNow: heldTime })
  let origin = await simulator.listen()

  const control = async (method: string, path: string, body?: unknown): Promise<Json> => {
    const response = await fetch(`${origin}/control/${path}`, {
      method,
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    return (await response.json()) as Json
  }
  const credentials = async (): Promise<Credentials> =>
    ((await control('GET', 'credentials')) as { alibaba: Credentials }).alibaba
  const call: Harness['call'] = async (path, params, options = {}) => {
    const known = await credentials()
    const urlPath = `${path}/${options.appKey ?? known.appKey}`
    const signature = signatureOf(urlPath, params, options.secret ?? known.appSecret)
    const response = await fetch(`${origin}/openapi/${urlPath}`, {
      method: 'POST',
      body: new URLSearchParams({ ...params, _aop_signature: signature }),
    })
    return { status: response.status, body: (await response.json()) as Json }
  }
  return {
    get simulator() {
      return simulator
    },
    get origin() {
      return origin
    },
    credentials,
    call,
    ask: async (api, field, value) => {
      const { accessToken } = await credentials()
      const params = { access_token: accessToken, [field]: JSON.stringify(value) }
      return (await call(`param2/1/${CROSS}/${api}`, params)).body
    },
    control,
    ledger: async (query = '') => (await control('GET', `ledger${query}`))['entries'] as Json[],
    restart: async (memory) => {
      await simulator.close()
      simulator = buildSimulator({ dataDir: folder, port: 0, memory, realNow: heldTime })
      origin = await simulator.listen()
    },
    close: async () => {
      await simulator.close()
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}
