import type { TestProject } from 'vitest/node'
import './database.ts'
import { openTestCluster } from './cluster.ts'
import { buildPrograms } from './programs.ts'

/** vitest's global set-up of the server's tests: one PostgreSQL for all workers of the run, and the programs that they start. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const [cluster, programs] = await Promise.all([openTestCluster(), buildPrograms()])
  project.provide('testCluster', { adminUrl: cluster.adminUrl, template: cluster.template })
  project.provide('programs', programs.folder)
  return async () => {
    await cluster.close()
    await programs.remove()
  }
}
