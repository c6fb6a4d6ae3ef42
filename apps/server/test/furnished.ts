import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { hash } from '@node-rs/argon2'
import { compose } from '../src/compose.ts'
import { openDb } from '../src/db/db.ts'
import { migrate } from '../src/db/migrate.ts'
import { md5 } from '../src/features/accounts/password.ts'
import { demoLogins } from '../src/first-start.ts'
import { systemClock } from '../src/platform/clock.ts'
import { createLog } from '../src/platform/log.ts'

import { openNobody } from './nobody.ts'

/**
 * The password check works the same, but cheaper: tests check thousands of passwords, and the real cost is a tenth of a second of a core
 * each.
 */
const LEAST_COST = { memoryCost: 8, timeCost: 1, parallelism: 1 }

/**
 * Migrates an empty database and opens a demo app on it once, so that every copy contains what an app creates at its first start (rights,
 * menu, dictionaries, the demo accounts, the queues); an installation that starts on a copy finds them, as after a restart. Data of the
 * marketplace is removed: each app reads that from its own simulator.
 */
export async function furnish(url: string): Promise<void> {
  await migrate(url)
  const nobody = await openNobody()
  const db = openDb(url)
  const log = createLog('silent')
  const app = await compose({
    db,
    databaseUrl: url,
    clock: systemClock,
    log,
    secretKey: randomBytes(32),
    filesDir: tmpdir(),
    isWholeApp: false,
    sendSms: () => Promise.resolve(),
    adminAccount: 'admin',
    demoSimulator: nobody.origin,
    trustProxy: false,
    validateOutputs: true,
  })
  try {
    await app.open({ work: false, scheduled: false })
    await db.pool.query('delete from marketplace_account')
    for (const { account, password } of demoLogins())
      await db.pool.query('update account set password_hash = $2 where user_account = $1', [
        account,
        await hash(md5(password), LEAST_COST),
      ])
  } finally {
    await app.close()
    await db.close()
    nobody.close()
  }
}
