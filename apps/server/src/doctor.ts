import type pg from 'pg'
import { readEnv } from './env.ts'
import type { Env } from './env.ts'
import { openChosenProxies } from './doctor/chosen-proxies.ts'
import { reachForDoctor } from './doctor/database.checks.ts'
import { fault, lineOf } from './doctor/finding.ts'
import type { Finding } from './doctor/finding.ts'
import { backupFinding, clockFinding, secretKeyFinding, workFindings } from './doctor/installation.checks.ts'
import { hearNode, messagesFinding, outboundFindings, runningFinding } from './doctor/reach.checks.ts'

/**
 * The part of `npm run doctor` that needs the installed packages: settings, database, key, clock, nodes, outgoing connections and messages.
 * Changes nothing. Sends each finding to tools/doctor.mjs, or prints it as a line of JSON.
 */
const report = (one: Finding): void => {
  if (process.send) process.send(one)
  else process.stdout.write(`${JSON.stringify(one)}\n`)
}

/** If the check itself throws, the error is reported as a finding. */
async function check(subject: string, run: () => Promise<Finding | Finding[]>): Promise<void> {
  try {
    for (const one of [await run()].flat()) report(one)
  } catch (error) {
    report(fault(subject, `检查没有完成：${lineOf(error)}`, '把这一行连同日志发给维护者'))
  }
}

async function outgoing(env: Env, migrated: { url: string; client: pg.Client } | undefined): Promise<Finding[]> {
  if (!migrated) return outboundFindings(env, undefined, undefined)
  const proxies = openChosenProxies(env, migrated.url)
  try {
    return await outboundFindings(env, migrated.client, proxies.chosen)
  } finally {
    await proxies.close()
  }
}

async function examine(env: Env): Promise<void> {
  const heard = await hearNode(env)
  report(runningFinding(heard, env))
  const { findings, open } = await reachForDoctor(env)
  for (const one of findings) report(one)
  const migrated = open?.isMigrated && findings.every(({ level }) => level !== 'fault') ? open : undefined
  try {
    if (open) await check('时钟', () => clockFinding(open.client))
    await check('密钥', () => secretKeyFinding(env, migrated?.url))
    if (migrated) {
      await check('后台任务', () => workFindings(migrated.url, heard !== undefined && 'status' in heard))
      await check('消息', () => messagesFinding(env, migrated.client))
    }
    await check('外网', () => outgoing(env, migrated))
    await check('备份', async () => backupFinding(env, env.HUOQIAO_DEMO_SIMULATOR !== undefined, Date.now()))
  } finally {
    await open?.close()
  }
}

try {
  await examine(readEnv(process.env))
} catch (error) {
  report(fault('设置', lineOf(error), '改正后再检查；每项设置见 docs/operations.md'))
}
process.disconnect?.()
