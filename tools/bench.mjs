import './node-version.mjs'
import { spawn } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildStale } from './build.mjs'
import { ROOT } from './build/sources.mjs'
import { complain, say } from './say.mjs'

/**
 * `npm run bench [name …]`: runs bench/*.bench.ts, each in a process of its own, one after another, and prints each figure beside
 * its limit. What is stale is built first: several benches start the built server. A bench reports its figures by `process.send({ kind: 'figure', name, value, unit, limit })`; a figure over its limit fails.
 * @typedef {{ kind: 'figure', name: string, value: number, unit: string, limit?: number, atLeast?: boolean }} Figure
 */

const wanted = process.argv.slice(2)
const files = (await readdir(join(ROOT, 'bench'))).filter((name) => name.endsWith('.bench.ts')).toSorted()
const chosen = files.filter((name) => wanted.length === 0 || wanted.some((word) => name.includes(word)))
if (chosen.length === 0) complain('bench/ 里没有匹配的测量')

if (chosen.length > 0) await buildStale({ log: say })

let missed = chosen.length === 0 ? 1 : 0
for (const file of chosen) {
  say(`▶ ${file}`)
  missed += await runBench(join(ROOT, 'bench', file))
}
process.exitCode = missed === 0 ? 0 : 1

/** @param {string} file @returns {Promise<number>} the number of figures over their limit, plus one when the bench failed */
async function runBench(file) {
  const tsx = createRequire(join(ROOT, 'package.json')).resolve('tsx')
  const child = spawn(process.execPath, ['--import', pathToFileURL(tsx).href, file], {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  let past = 0
  child.on('message', (message) => {
    const figure = /** @type {Figure} */ (message)
    if (figure.kind !== 'figure') return
    const within = isWithin(figure)
    if (!within) past += 1
    const limit =
      figure.limit === undefined ? '' : `（${figure.atLeast ? '至少' : '至多'} ${figure.limit} ${figure.unit}）`
    say(`  ${within ? '✓' : '✗'} ${figure.name}：${figure.value} ${figure.unit}${limit}`)
  })
  const code = await new Promise((resolve) => child.once('exit', resolve))
  return code === 0 ? past : past + 1
}

/** @param {Figure} figure */
function isWithin({ value, limit, atLeast }) {
  if (limit === undefined) return true
  return atLeast ? value >= limit : value <= limit
}
