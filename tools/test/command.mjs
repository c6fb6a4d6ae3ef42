import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../build/sources.mjs'

/** @typedef {{ ok: boolean, output: string, passed: number, failed: number }} Outcome */

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
 * Runs vitest and counts from its own record. A file that could not be loaded counts as one failure, and so does a test that
 * was skipped: it proves nothing.
 * @param {string[]} projects @param {NodeJS.ProcessEnv} env
 * @returns {Promise<Outcome>}
 */
export async function runVitest(projects, env) {
  const folder = mkdtempSync(join(tmpdir(), 'huoqiao-vitest-'))
  const record = join(folder, 'record.json')
  const chosen = projects.map((project) => `--project=${project}`)
  try {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${record}`]
    const outcome = await runTool('vitest', ['run', ...chosen, ...reporters], env)
    const counts = count(record)
    const skipped = counts.skipped > 0 ? `\n${counts.skipped} tests were skipped` : ''
    const failed = counts.failed + counts.skipped + counts.unloaded
    return {
      ok: outcome.ok && failed === 0,
      output: outcome.output + skipped,
      passed: counts.passed,
      failed: outcome.ok ? failed : Math.max(1, failed),
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
    }
  } catch (error) {
    // Vitest ended before it wrote anything: its output says why, and its exit code makes this a failure.
    if (error.code === 'ENOENT') return { passed: 0, failed: 0, skipped: 0, unloaded: 0 }
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
