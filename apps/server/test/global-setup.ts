import type { TestProject } from 'vitest/node'
import './database.ts'
import { openTestCluster } from './cluster.ts'
import { buildSimulator } from './simulator-program.ts'

/** vitest's global set-up of the server's tests: one PostgreSQL for all workers of the run, and the simulator's program. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const [cluster, simulator] = await Promise.all([openTestCluster(), buildSimulator()])
  project.provide('testCluster', { adminUrl: cluster.adminUrl, template: cluster.template })
  project.provide('simulatorMain', simulator.main)
  return async () => {
    await cluster.close()
    await simulator.remove()
  }
}
