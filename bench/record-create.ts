import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ENDPOINTS } from '@huoqiao/contract'
import pg from 'pg'
import { compose } from '../apps/server/src/compose.ts'
import { openDb } from '../apps/server/src/db/db.ts'
import { systemClock } from '../apps/server/src/platform/clock.ts'
import { createLog } from '../apps/server/src/platform/log.ts'
import { BENCH_PASSWORD, md5 } from './app.ts'

export type Recorded = { text: string; values: unknown[] }

/**
 * Records the transaction in which the server itself creates a product, including BEGIN and COMMIT: an installation is opened in this
 * process on the same database, called once by HTTP, and the statements of that one connection are recorded.
 */
export async function recordCreate(url: string, product: object): Promise<Recorded[]> {
  const db = openDb(url)
  const app = await compose({
    db,
    databaseUrl: url,
    clock: systemClock,
    log: createLog('silent'),
    secretKey: randomBytes(32),
    filesDir: join(tmpdir(), 'huoqiao-bench-files'),
    isWholeApp: false,
    sendSms: async () => undefined,
    adminAccount: 'admin',
    trustProxy: false,
    validateOutputs: false,
  })
  try {
    const first = await app.open({ work: false })
    const { userAccount, password } = first.accounts[0]!
    const post = async (name: 'login' | 'safe_updatePassword' | 'createProduct', input: object, token = '') => {
      const json = ENDPOINTS[name].mode === 'postjson'
      const answer = await app.fastify.inject({
        method: 'POST',
        url: ENDPOINTS[name].path,
        headers: {
          authorization: token,
          'content-type': json ? 'application/json' : 'application/x-www-form-urlencoded',
        },
        payload: json ? JSON.stringify(input) : new URLSearchParams(Object.entries(input)).toString(),
      })
      const { code, msg, data } = answer.json<{ code: number; msg: string; data: { token: string } }>()
      if (code !== 200) throw new Error(`${name}: ${msg}`)
      return data
    }
    const userPassword = md5(password)
    const { token } = await post('login', { userAccount, userPassword })
    await post('safe_updatePassword', { oldUserPassword: userPassword, userPassword: md5(BENCH_PASSWORD) }, token)
    return await recording(() => post('createProduct', product, token))
  } finally {
    await app.close()
    await db.close()
  }
}

/** Records every connection of this process while `work` runs and returns its one transaction. */
async function recording(work: () => Promise<unknown>): Promise<Recorded[]> {
  const transactions = new Map<unknown, Recorded[]>()
  const plain = Reflect.get(pg.Client.prototype, 'query') as (...given: unknown[]) => unknown
  function listening(this: unknown, ...given: unknown[]): unknown {
    const [config, second] = given
    const text = typeof config === 'string' ? config : (config as { text?: string }).text
    const values = Array.isArray(second) ? (second as unknown[]) : []
    if (text !== undefined) {
      if (/^begin/i.test(text)) transactions.set(this, [])
      transactions.get(this)?.push({ text, values })
    }
    return plain.apply(this, given)
  }
  Reflect.set(pg.Client.prototype, 'query', listening)
  try {
    await work()
  } finally {
    Reflect.set(pg.Client.prototype, 'query', plain)
  }
  const writing = [...transactions.values()].filter((one) =>
    one.some(({ text }) => /insert into "?product_variant\b/.test(text)),
  )
  if (writing.length !== 1) throw new Error(`the product was written in ${writing.length} transactions`)
  const one = writing[0]!
  return one.slice(0, one.findIndex(({ text }) => /^commit/i.test(text)) + 1)
}
