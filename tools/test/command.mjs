import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../build/sources.mjs'
import { failuresIn } from './failures.mjs'
import { secondTry } from './second-try.mjs'

/** @typedef {{ ok: boolean, output: string, passed: number, failed: number, unsteady?: string[], failures?: string[] }} Outcome */

/**
 * Runs one of the tools from node_modules to its end.
 * @param {string} name @param {string[]} args @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<Outcome>}
 */
export async function runTool(name, args, env = process.env) {
  return await collect(join(ROOT, 'node_modules', '.bin', name), args, env)
}

/** @param {string} file @param {string[]} args @returns {Promise<Outcome>} */
export async function runNode(file, args = []) {
  return await collect(process.execPath, [join(ROOT, file), ...args], process.env)
}

/**
 * Runs vitest and reads the counts from its JSON report. A file that could not be loaded counts as one failure, and so does a skipped test:
 * it proves nothing. Few failed files run once more, alone (docs/decisions/0008): what passes then is reported as unsteady.
 * @param {string[]} projects @param {NodeJS.ProcessEnv} env
 * @returns {Promise<Outcome>}
 */
export async function runVitest(projects, env) {
  const first = await vitestOnce(projects, [], env)
  if (first.ok || first.skipped > 0) return first
  const files = secondTry(first.failedFiles, ROOT)
  if (files.length === 0) return first
  const second = await vitestOnce(projects, files, env)
  const output = `${first.output}\n第二次运行：${files.join('、')}\n${second.output}`
  if (!second.ok || second.passed === 0) return { ...first, output }
  const { failures } = first
  return { ok: true, output, passed: first.passed + first.failed, failed: 0, unsteady: files, failures }
}

/** @param {string[]} projects @param {string[]} files none: all @param {NodeJS.ProcessEnv} env */
async function vitestOnce(projects, files, env) {
  const folder = mkdtempSync(join(tmpdir(), 'huoqiao-vitest-'))
  const record = join(folder, 'record.json')
  const chosen = projects.map((project) => `--project=${project}`)
  try {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${record}`]
    const outcome = await runTool('vitest', ['run', ...chosen, ...reporters, ...files], env)
    const counts = count(record)
    const skipped = counts.skipped > 0 ? `\n${counts.skipped} tests were skipped` : ''
    const failed = counts.failed + counts.skipped + counts.unloaded
    return {
      ok: outcome.ok && failed === 0,
      output: outcome.output + skipped,
      passed: counts.passed,
      failed: outcome.ok ? failed : Math.max(1, failed),
      skipped: counts.skipped,
      failedFiles: counts.failedFiles,
      failures: counts.failures,
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @param {string} record */
function count(record) {
  try {
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = JSON.parse(
      readFileSync(record, 'utf8'),
    )
    const unloaded = testResults.filter(
      ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
    )
    return {
      passed: numPassedTests,
      failed: numFailedTests,
      skipped: numPendingTests + numTodoTests,
      unloaded: unloaded.length,
      failedFiles: testResults.filter(({ status }) => status === 'failed').map(({ name }) => name),
      failures: failuresIn(testResults, ROOT),
    }
  } catch (error) {
    // Vitest ended before it wrote a report: its output shows why, and its exit code makes this a failure.
    if (error.code === 'ENOENT') return { passed: 0, failed: 0, skipped: 0, unloaded: 0, failedFiles: [], failures: [] }
    throw error
  }
}

/** @param {string} file @param {string[]} args @param {NodeJS.ProcessEnv} env @returns {Promise<Outcome>} */
async function collect(file, args, env) {
  return await new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      cwd: ROOT,
      env: { ...env, NO_COLOR: '1', FORCE_COLOR: '0' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    child.stdout.on('data', (chunk) => (output += chunk))
    child.stderr.on('data', (chunk) => (output += chunk))
    child.once('error', reject)
    child.once('close', (code) => resolve({ ok: code === 0, output, passed: 0, failed: code === 0 ? 0 : 1 }))
  })
}
