import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { basename } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer } from 'vitest/node'
import type { TestSpecification } from 'vitest/node'

/** Tests of our connectors against our simulator, two implementations of the vendors' documents: over HTTP, without a browser. */
const CONFORMANCE = 'e2e/connectors/**'

/** The e2e tests need a browser and built programs, so they run only on request: `--project e2e`, or a path in e2e. */
const journeysAskedFor = process.argv.some((argument) => /^(--project=)?(\.\/)?e2e(\/|$)/.test(argument))

/**
 * Only ends a hang: no test may fail because the machine is slow. A wait for a condition reports its last value before this limit
 * (apps/server/test/until.ts).
 */
const HANGS_MS = 900_000

/** As long as the console's tests wait for a page (apps/console/test/setup.ts): the default of one second fails on a busy machine. */
const PATIENT = { poll: { timeout: 60_000 } }

/**
 * The longest files start first, so that the run does not wait for one of them at its end. Of the e2e files those that need no app of their
 * own run before the others, whose apps are built meanwhile.
 */
const LONG = [
  'fuzz',
  'bad-input',
  'real-acts',
  'kill',
  'fleet',
  'staged-kill',
  'sync-tasks',
  'push',
  'push-failures',
  'product-pushes',
  'embedded',
  'product-differences',
  'shipments',
  'rights',
  'storm',
  'walk',
  'spec-2-screens',
  'spec-4-states',
  'journey',
  'deliveries-screens',
  'orders-screens',
  'money-journey',
  'purchase-acts',
  'product-screens',
]

/**
 * `npm test` runs each of the server's tests on one version of PostgreSQL, as both together took forty minutes (decision 0034). These run
 * on the embedded one: their subject does not depend on the database, or is the embedded database itself. All others run on the other
 * version, the oldest supported one, where one is installed.
 */
const BESIDE_THE_DATABASE = [
  'apps/server/src/platform/**',
  'apps/server/src/db/embedded/**',
  ...[
    'bad-input',
    'bodies',
    'console-files',
    'fleet',
    'hostile-growth',
    'inside-addresses',
    'metrics',
    'real-acts',
    'anonymous-bodies',
    'unknown-fields',
    'watching',
    'fuzz/fuzz',
    'fuzz/planted',
  ].map((name) => `apps/server/test/${name}.test.ts`),
]

/** On both versions: statements, locks, migrations and jobs. */
const ON_BOTH = ['apps/server/src/db/**', 'apps/server/src/jobs/**']

/** Set by `npm test` when the other version runs the rest. */
const restRunsElsewhere = process.env['REST_ON_OTHER_POSTGRES'] === '1'

const asTests = (pattern: string): string => pattern.replace(/\*\*$/, '**/*.test.ts')

/** A worker keeps its modules if the next file in the queue is of the same project and the same environment. */
const PROJECTS = ['server', 'conformance', 'unit', 'console', 'e2e']

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ project, moduleId }: TestSpecification): number[] => {
      const long = LONG.indexOf(basename(moduleId, '.test.ts'))
      const asksForPage =
        project.name === 'console' && readFileSync(moduleId, 'utf8').startsWith('// @vitest-environment')
      return [PROJECTS.indexOf(project.name), long < 0 ? LONG.length : long, asksForPage ? 0 : 1]
    }
    const differing = (a: number[], b: number[]): number => a.map((at, index) => at - b[index]!).find(Boolean) ?? 0
    return (await super.sort(files)).toSorted((a, b) => differing(place(a), place(b)))
  }
}

const journeys = {
  test: {
    name: 'e2e',
    include: ['e2e/**/*.{e2e,test}.ts'],
    exclude: ['**/node_modules/**', CONFORMANCE],
    globalSetup: ['e2e/shared-app.ts'],
    // Each file has its own installation, or leases one that no other file uses at the moment (e2e/app-pool.ts). They wait as much as they
    // compute.
    maxWorkers: 2 + Math.max(2, availableParallelism()),
    // A separate group, because it has its own number of workers.
    sequence: { groupOrder: 1 },
    // A worker keeps its modules and its browser.
    isolate: false,
    expect: PATIENT,
    testTimeout: HANGS_MS,
    hookTimeout: HANGS_MS,
  },
}

export default defineConfig({
  test: {
    // The server's tests wait as much as they compute: for PostgreSQL, for jobs, and for the rate limit of calls to 1688.
    maxWorkers: 3 * Math.max(2, availableParallelism()),
    sequence: { sequencer: LongFirst },
    // One pool for the whole run: the server's tests and the connectors' tests lease from it.
    globalSetup: ['apps/simulator/test/simulator-pool.ts'],
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'packages/**/*.test.ts',
            'tools/**/*.test.ts',
            'apps/simulator/**/*.test.ts',
            'apps/collector/**/*.test.ts',
          ],
          // As below: otherwise the modules, and the schema that they build, would be created again for each file.
          isolate: false,
          expect: PATIENT,
          testTimeout: HANGS_MS,
          hookTimeout: HANGS_MS,
        },
      },
      {
        test: {
          name: 'server',
          include: restRunsElsewhere ? [...BESIDE_THE_DATABASE, ...ON_BOTH].map(asTests) : ['apps/server/**/*.test.ts'],
          exclude: ['**/node_modules/**', ...(process.env['DATABASE_URL'] ? BESIDE_THE_DATABASE : [])],
          globalSetup: ['apps/server/test/global-setup.ts'],
          // A third of the time was spent on loading the same modules again for each file. No module keeps state of an installation: that
          // is in the app that was composed.
          isolate: false,
          // An installation creates many short-lived objects: collecting them took eight per cent of the time with V8's default young
          // generation.
          execArgv: ['--max-semi-space-size=32'],
          expect: PATIENT,
          testTimeout: HANGS_MS,
          hookTimeout: HANGS_MS,
        },
      },
      {
        test: {
          name: 'conformance',
          include: [`${CONFORMANCE}/*.test.ts`],
          isolate: false,
          expect: PATIENT,
          testTimeout: HANGS_MS,
          hookTimeout: HANGS_MS,
        },
      },
      {
        // Its modules import what its Vite plugins make (virtual:contract).
        extends: 'apps/console/vite.config.ts',
        test: {
          name: 'console',
          include: ['apps/console/**/*.test.{ts,tsx}'],
          // Tests that render a page set happy-dom in their first line; tests of rules and texts need no page.
          environment: 'node',
          // As above. A test unmounts what it renders.
          isolate: false,
          setupFiles: ['apps/console/test/setup.ts'],
          expect: PATIENT,
          testTimeout: HANGS_MS,
          hookTimeout: HANGS_MS,
        },
      },
      ...(journeysAskedFor ? [journeys] : []),
    ],
  },
})
