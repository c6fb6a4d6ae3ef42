import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { openDb } from '../db/db.ts'
import type { Env } from '../env.ts'
import { systemConfigService } from '../features/system-config/index.ts'
import type { ProxyChoice, Reached } from '../platform/outward.ts'
import { loadSecretKey, secretBox } from '../platform/secrets.ts'

export type ProxyChooser = (to: Reached) => Promise<ProxyChoice>

/** Reads the proxies from the settings, as the server does. `url`: a database with this product's tables. */
export function openChosenProxies(env: Env, url: string): { chosen: ProxyChooser; close(): Promise<void> } {
  const db = openDb(url, { max: 1 })
  const config = systemConfigService({ clock: { now: () => Date.now() }, secrets: secretBox(keyOf(env)) })
  return { chosen: (to) => config.proxyChoice(db.handle, to), close: () => db.close() }
}

/** Creates no key file. If there is none, a random key is used, and only a proxy's password cannot be decrypted. */
function keyOf(env: Env): Buffer {
  const file = join(resolve(env.HUOQIAO_DATA), 'secret.key')
  const isThere = env.HUOQIAO_SECRET_KEY !== undefined || existsSync(file)
  return isThere ? loadSecretKey(env.HUOQIAO_SECRET_KEY, file) : randomBytes(32)
}
