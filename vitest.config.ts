import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** Our connectors against our simulator, two readings of the vendors' documents: over HTTP, no browser. */
const CONFORMANCE = 'e2e/connectors/**'

/** The journeys need a browser and built programs, so they run only when asked for: `--project e2e`, or a path in e2e. */
const journeysAskedFor = process.argv.some((argument) => /^(--project=)?(\.\/)?e2e(\/|$)/.test(argument))

const journeys = {
  test: {
    name: 'e2e',
    include: ['e2e/**/*.{e2e,test}.ts'],
    exclude: ['**/node_modules/**', CONFORMANCE],
    globalSetup: ['e2e/shared-house.ts'],
    // One browser, one world: the journeys build on each other's shop.
    maxWorkers: 1,
    fileParallelism: false,
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
}

export default defineConfig({
  test: {
    // The server's tests wait for PostgreSQL more than they compute.
    maxWorkers: Math.max(2, availableParallelism()),
    projects: [
      {
        test: {
          name: 'unit',
          include: ['packages/**/*.test.ts', 'tools/**/*.test.ts', 'apps/simulator/**/*.test.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'server',
          include: ['apps/server/**/*.test.ts'],
          // On another server the embedded one has nothing to prove.
          exclude: ['**/node_modules/**', ...(process.env['DATABASE_URL'] ? ['apps/server/src/db/embedded/**'] : [])],
          globalSetup: ['apps/server/test/global-setup.ts'],
          // Ends what hangs; some wait through an outage and its retries.
          testTimeout: 180_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'conformance',
          include: [`${CONFORMANCE}/*.test.ts`],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        // Its modules import what its Vite plugins make (virtual:contract).
        extends: 'apps/console/vite.config.ts',
        test: {
          name: 'console',
          include: ['apps/console/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          testTimeout: 30_000,
        },
      },
      ...(journeysAskedFor ? [journeys] : []),
    ],
  },
})
