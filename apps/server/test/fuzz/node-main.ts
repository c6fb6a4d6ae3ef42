import { openDb } from '../../src/db/db.ts'
import { compose } from '../../src/compose.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { createLog } from '../../src/platform/log.ts'
import type { Given } from './node.ts'

/**
 * The fuzzed server as a process of its own: it may hang or die, and its output is only its log. It answers calls and runs no jobs, so
 * every write was made by a call. Answers are validated against the contract.
 */
// Ends with the fuzzer, which may be killed.
process.on('disconnect', () => process.exit(0))
const given = JSON.parse(process.env['FUZZED']!) as Given
const db = openDb(given.databaseUrl, { serving: true })
const app = await compose({
  db,
  databaseUrl: given.databaseUrl,
  clock: systemClock,
  log: createLog('info'),
  secretKey: Buffer.from(given.secretKey, 'hex'),
  filesDir: given.filesDir,
  isWholeApp: false,
  adminAccount: 'admin',
  demoSimulator: given.simulator,
  alibabaStartsPerSecond: 1_000,
  inside: ['127.0.0.1'],
  trustProxy: false,
  validateOutputs: true,
})
await app.open({ work: false, scheduled: false })
const address = await app.fastify.listen({ host: '127.0.0.1', port: 0 })
process.send!(address)
