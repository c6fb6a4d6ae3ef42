import { inject } from 'vitest'
import { copyDatabase, type TestDatabase } from './cluster.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** From global-setup.ts: where this run's PostgreSQL is and what to copy. */
    testCluster: { adminUrl: string; template: string }
  }
}

/** A migrated, empty database of the caller's own. Call `drop` when done; what is left goes with the run. */
export async function createTestDatabase(): Promise<TestDatabase> {
  return await copyDatabase(inject('testCluster'))
}
