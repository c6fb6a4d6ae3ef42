import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { hashOf, ROOT } from './build/sources.mjs'
import { complain, say, sentenceOf } from './say.mjs'

/**
 * Builds what is stale: `node tools/build.mjs`; with `--force` everything. A part is stale when the hash of its sources differs from the
 * hash in its stamp.
 */

/** @typedef {{ name: string, title: string, from: string[], result: string, make: () => Promise<void> }} Part */

/** The lock file represents all installed packages, tools/build the way of building. */
const ALWAYS = ['package-lock.json', 'tools/build']
const packages = ['kit', 'contract', 'connector-kit', 'connector-1688', 'connector-shopify'].map(
  (name) => `packages/${name}`,
)

/** @type {Part[]} */
const PARTS = [
  {
    name: 'simulator',
    title: '模拟器',
    from: ['apps/simulator', 'packages/kit', 'packages/shopify-schemas'],
    result: 'main.js',
    make: async () => (await import('./build/node-program.mjs')).buildNodePrograms('simulator', ['main']),
  },
  {
    name: 'server',
    title: '服务端',
    from: ['apps/server/src', 'apps/server/package.json', ...packages],
    result: 'main.js',
    make: async () => (await import('./build/node-program.mjs')).buildNodePrograms('server', ['main', 'doctor']),
  },
  {
    name: 'collector',
    title: '采集插件',
    from: ['apps/collector', 'packages/kit', 'packages/contract'],
    result: 'huoqiao-collector.zip',
    make: async () => (await import('./build/collector.mjs')).buildCollector(),
  },
  // After the collector, whose archive is one of its files.
  {
    name: 'console',
    title: '控制台页面',
    from: ['apps/console', 'apps/collector', 'packages/kit', 'packages/contract'],
    result: 'index.html',
    make: async () => (await import('./build/console.mjs')).buildConsole(),
  },
]

/** Not inside dist: building the console empties its dist. @param {Part} part */
const stampOf = (part) => join(ROOT, 'node_modules', '.huoqiao', `${part.name}.stamp`)

/** @param {Part} part @returns {Promise<{ hash: string, isStale: boolean }>} */
async function stateOf(part) {
  const hash = await hashOf([...part.from, ...ALWAYS])
  const remembered = await readFile(stampOf(part), 'utf8').catch(() => '')
  const present = await stat(join(ROOT, 'apps', part.name, 'dist', part.result)).catch(() => undefined)
  return { hash, isStale: !present || remembered !== hash }
}

/** @returns {Promise<string[]>} titles of the parts that the next start builds */
export async function staleParts() {
  const states = await Promise.all(PARTS.map(async (part) => ({ part, ...(await stateOf(part)) })))
  return states.filter(({ isStale }) => isStale).map(({ part }) => part.title)
}

/** Whether the built programs of an app are those of the present sources. @param {string} name of the part @returns {Promise<boolean>} */
export async function isBuilt(name) {
  const part = PARTS.find((one) => one.name === name)
  return part !== undefined && !(await stateOf(part)).isStale
}

/**
 * @param {{ log: (line: string) => void, force?: boolean }} options
 * @returns {Promise<string[]>} names of the parts that were built
 */
export async function buildStale({ log, force = false }) {
  const built = []
  for (const part of PARTS) {
    const { hash, isStale } = await stateOf(part)
    if (!force && !isStale) continue
    const stamp = stampOf(part)
    const startedAt = performance.now()
    // Removed while building: a build that was interrupted must not look finished.
    await rm(stamp, { force: true })
    log(`构建${part.title}`)
    await part.make()
    await mkdir(join(stamp, '..'), { recursive: true })
    await writeFile(stamp, hash)
    built.push(part.name)
    log(`${part.title}已构建，用时 ${((performance.now() - startedAt) / 1000).toFixed(1)} 秒`)
  }
  return built
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    const built = await buildStale({ log: say, force: process.argv.includes('--force') })
    if (built.length === 0) say('没有需要重新构建的部分')
  } catch (error) {
    complain(sentenceOf(error))
    process.exitCode = 1
  }
}
