import type { TestProject } from 'vitest/node'
import './database.ts'
import { openTestCluster } from './cluster.ts'

/** vitest's global set-up of the server's tests: one PostgreSQL for all workers of the run. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await openTestCluster()
  project.provide('testCluster', { adminUrl: cluster.adminUrl, template: cluster.template })
  return () => cluster.close()
}
