import { inject } from 'vitest'
import { copyDatabase, type TestDatabase } from './cluster.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** From global-setup.ts: the address of this run's PostgreSQL and the template. */
    testCluster: { adminUrl: string; template: string }
  }
}

/**
 * A database of the caller's own, in the state in which a demo app leaves it after its first start. Call `drop` when done; what is left is
 * removed at the end of the run.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  return await copyDatabase(inject('testCluster'))
}
