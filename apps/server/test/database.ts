import { inject } from 'vitest'
import { copyDatabase, type TestDatabase } from './cluster.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** From global-setup.ts: where this run's PostgreSQL is and what to copy. */
    testCluster: { adminUrl: string; template: string }
  }
}

/** A database of the caller's own, as a demo app leaves it that was opened once and never used. Call `drop` when done; what is left goes with the run. */
export async function createTestDatabase(): Promise<TestDatabase> {
  return await copyDatabase(inject('testCluster'))
}
