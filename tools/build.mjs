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
    make: async () => (await import('./build/node-program.mjs')).buildNodeProgram('simulator'),
  },
  {
    name: 'server',
    title: '服务端',
    from: ['apps/server/src', 'apps/server/package.json', ...packages],
    result: 'main.js',
    make: async () => (await import('./build/node-program.mjs')).buildNodeProgram('server'),
  },
  {
    name: 'console',
    title: '控制台页面',
    from: ['apps/console', 'packages/kit', 'packages/contract'],
    result: 'index.html',
    make: async () => (await import('./build/console.mjs')).buildConsole(),
  },
]

/**
 * @param {{ log: (line: string) => void, force?: boolean }} options
 * @returns {Promise<string[]>} names of the parts that were built
 */
export async function buildStale({ log, force = false }) {
  const built = []
  for (const part of PARTS) {
    const dist = join(ROOT, 'apps', part.name, 'dist')
    // Not inside dist: building the console empties its dist.
    const stamp = join(ROOT, 'node_modules', '.huoqiao', `${part.name}.stamp`)
    const hash = await hashOf([...part.from, ...ALWAYS])
    const remembered = await readFile(stamp, 'utf8').catch(() => '')
    const present = await stat(join(dist, part.result)).catch(() => undefined)
    if (!force && present && remembered === hash) continue
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
