import { join } from 'node:path'
import { ROOT } from '../build/sources.mjs'
import { complain, say, sentenceOf } from '../say.mjs'
import { ensureInstalled } from '../start/install.mjs'

/** Failures of a step that the end of the output names. */
const MOST_FAILURES = 20

/**
 * Runs every step, even after failures, and ends with the line `N passed, N failed`: the tests that vitest counted, and one more failure
 * for each failed check.
 * @param {string[]} args
 */
export async function run(args) {
  const startedAt = performance.now()
  try {
    await ensureInstalled({ root: ROOT, logs: join(ROOT, 'data', 'logs'), log: say })
  } catch (error) {
    complain(sentenceOf(error))
    say('0 passed, 1 failed')
    process.exit(1)
  }
  const steps = await chosenSteps(args)
  let passed = 0
  let failed = 0
  const summary = []
  for (const batch of batchesOf(steps)) {
    const outcomes = await Promise.all(batch.map(runStep))
    for (const [at, step] of batch.entries()) {
      const outcome = outcomes[at]
      passed += outcome.passed
      failed += outcome.failed
      summary.push(
        `${outcome.ok ? '通过' : '失败'}  ${step.title}${outcome.passed > 0 ? `：${outcome.passed} 项` : ''}`,
      )
      for (const failure of outcome.failures?.slice(0, MOST_FAILURES) ?? []) summary.push(`      ${failure}`)
      for (const file of outcome.unsteady ?? []) summary.push(`不稳  ${file}：第一次失败，单独重跑后通过，须查明原因`)
    }
  }
  say(`\n${summary.join('\n')}`)
  say(`共用时 ${((performance.now() - startedAt) / 1000).toFixed(0)} 秒`)
  say(`${passed} passed, ${failed} failed`)
  process.exit(failed === 0 ? 0 : 1)
}

/**
 * The steps that run at the same time: adjacent ones that may, otherwise each step alone.
 * @param {import('./steps.mjs').Step[]} steps @returns {import('./steps.mjs').Step[][]}
 */
function batchesOf(steps) {
  const batches = []
  for (const step of steps) {
    const last = batches.at(-1)
    if (step.beside && last?.[0].beside) last.push(step)
    else batches.push([step])
  }
  return batches
}

/**
 * The output of a step that runs beside others is printed when it has ended, so that their lines are not mixed.
 * @param {import('./steps.mjs').Step} step
 */
async function runStep(step) {
  const head = `▶ ${step.title}`
  if (!step.beside) say(head)
  const startedAt = performance.now()
  const outcome = await step
    .run((line) => say(`  ${line}`))
    .catch((error) => ({
      ok: false,
      output: sentenceOf(error),
      passed: 0,
      failed: 1,
    }))
  if (step.beside) say(head)
  if (!outcome.ok || outcome.unsteady) complain(outcome.output.trimEnd())
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  say(`  ${outcome.ok ? '通过' : '失败'}，用时 ${seconds} 秒`)
  return outcome
}

/** @param {string[]} args @returns {Promise<import('./steps.mjs').Step[]>} */
async function chosenSteps(args) {
  // Imported here, because the steps use what has just been installed.
  const { STEPS } = await import('./steps.mjs')
  const only = args
    .find((arg) => arg.startsWith('--only='))
    ?.slice('--only='.length)
    .split(',')
  const unknown = only?.filter((name) => !STEPS.some((step) => step.name === name)) ?? []
  if (unknown.length > 0) {
    complain(`没有名为 ${unknown.join('、')} 的步骤，可选：${STEPS.map((step) => step.name).join('、')}`)
    process.exit(1)
  }
  return only ? STEPS.filter((step) => only.includes(step.name)) : STEPS
}
