import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { basename } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer } from 'vitest/node'
import type { TestSpecification } from 'vitest/node'

/** Our connectors against our simulator, two readings of the vendors' documents: over HTTP, no browser. */
const CONFORMANCE = 'e2e/connectors/**'

/** The journeys need a browser and built programs, so they run only when asked for: `--project e2e`, or a path in e2e. */
const journeysAskedFor = process.argv.some((argument) => /^(--project=)?(\.\/)?e2e(\/|$)/.test(argument))

/**
 * Ends what hangs and nothing else: no test may fail because the machine is slow. What waits for a condition says what it last saw
 * before this comes (apps/server/test/until.ts).
 */
const HANGS_MS = 900_000

/**
 * What takes longest begins first, so that nobody waits for it at the end. Of the journeys those that need no app of their own go
 * before the others, whose apps are built meanwhile.
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
 * `npm test` runs each of the server's tests on one version of PostgreSQL, as both together took forty minutes (decision 0034). These run on
 * the embedded one: their subject lies before the database or beside it, or is the embedded database itself. All others run on the other
 * version, the oldest that we promise, where one is installed.
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

/** On both versions: statements, locks, migrations and jobs as such, and each call once by everybody. */
const ON_BOTH = ['apps/server/src/db/**', 'apps/server/src/jobs/**', 'apps/server/test/rights.test.ts']

/** Set by `npm test` when the other version runs the rest. */
const restRunsElsewhere = process.env['REST_ON_OTHER_POSTGRES'] === '1'

const asTests = (pattern: string): string => pattern.replace(/\*\*$/, '**/*.test.ts')

/** A worker keeps its modules for as long as the next file in the queue is of the same project and the same environment. */
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
    // Each file has an installation of its own, or one that nobody else has at the moment (e2e/app-pool.ts). They wait as much as they compute.
    maxWorkers: 2 + Math.max(2, availableParallelism()),
    // Its own turn, for it has its own number of workers.
    sequence: { groupOrder: 1 },
    // A worker keeps its modules and its browser.
    isolate: false,
    testTimeout: HANGS_MS,
    hookTimeout: HANGS_MS,
  },
}

export default defineConfig({
  test: {
    // The server's tests wait as much as they compute: for PostgreSQL, for jobs, and for the pace at which the app asks 1688.
    maxWorkers: 3 * Math.max(2, availableParallelism()),
    sequence: { sequencer: LongFirst },
    // One pool for the whole run: the server's tests and the connectors' tests lease from it.
    globalSetup: ['apps/simulator/test/simulator-pool.ts'],
    projects: [
      {
        test: {
          name: 'unit',
          include: ['packages/**/*.test.ts', 'tools/**/*.test.ts', 'apps/simulator/**/*.test.ts'],
          // As below: the modules, and the schema that they build, would be made again for each file.
          isolate: false,
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
          // A third of the stage went into loading the same modules again for each file. Nothing in them outlives an installation: what
          // they keep is kept by the app that was composed of them.
          isolate: false,
          // An installation makes much that is gone at once: clearing it took eight per cent of the time in the small space that V8 gives it.
          execArgv: ['--max-semi-space-size=32'],
          testTimeout: HANGS_MS,
          hookTimeout: HANGS_MS,
        },
      },
      {
        test: {
          name: 'conformance',
          include: [`${CONFORMANCE}/*.test.ts`],
          isolate: false,
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
          // What draws asks for happy-dom at its head; rules and words need no page.
          environment: 'node',
          // As above. What a test draws it takes off the page again.
          isolate: false,
          setupFiles: ['apps/console/test/setup.ts'],
          testTimeout: HANGS_MS,
          hookTimeout: HANGS_MS,
        },
      },
      ...(journeysAskedFor ? [journeys] : []),
    ],
  },
})
