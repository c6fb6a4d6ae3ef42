import { spawn, spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { EmbeddedDatabaseFault } from './fault.ts'

/** The user that PostgreSQL runs as; null: our own. PostgreSQL refuses to run as root; only then another user is needed. */
export type RunAs = { uid: number; gid: number; name: string } | null

const OWN_USER = 'huoqiao'
/** Exist on nearly every system; used only as second and third choice, because other services may run as them. */
const FALLBACK_USERS = ['postgres', 'nobody']

export function isRoot(): boolean {
  return process.getuid?.() === 0
}

/**
 * Chooses the user. `ownerUid`: the owner of an existing cluster; only this user can open its files, so it is used if it is a known user
 * other than root. Otherwise a system user of our own, created if possible.
 */
export async function chooseRunAs(ownerUid: number | undefined): Promise<RunAs> {
  if (!isRoot()) return null
  const users = await readUsers()
  const owner = [...users.values()].find((user) => user?.uid === ownerUid)
  if (owner && owner.uid !== 0) return owner
  const own = users.get(OWN_USER) ?? (await createOwnUser())
  if (own) return own
  for (const name of FALLBACK_USERS) {
    const user = users.get(name)
    if (user) return user
  }
  throw new EmbeddedDatabaseFault(
    'no-permission',
    'PostgreSQL 不能以 root 身份运行，而本机没有可用的普通系统用户；请用普通用户启动，或先创建系统用户 huoqiao。',
  )
}

async function createOwnUser(): Promise<RunAs> {
  const made = spawnSync('useradd', ['--system', '--no-create-home', '--shell', '/usr/sbin/nologin', OWN_USER], {
    stdio: 'ignore',
  })
  if (made.status !== 0) return null
  return (await readUsers()).get(OWN_USER) ?? null
}

/** initdb looks up its own user by id, so only users known to the system by name are possible. */
async function readUsers(): Promise<Map<string, RunAs>> {
  const text = await readFile('/etc/passwd', 'utf8')
  const users = new Map<string, RunAs>()
  for (const line of text.split('\n')) {
    const [name, , uid, gid] = line.split(':')
    if (name && Number(uid) > 0) users.set(name, { name, uid: Number(uid), gid: Number(gid) })
  }
  return users
}

/** The options that `child_process` needs to run as that user. */
export function identity(runAs: RunAs): { uid?: number; gid?: number } {
  return runAs === null ? {} : { uid: runAs.uid, gid: runAs.gid }
}

/** Whether that user can enter and read `dir`. Tested by a process of that user, so that ACLs and mount options count. */
export function canEnter(dir: string, runAs: RunAs): boolean {
  if (runAs === null) return true
  const asked = spawnSync('/bin/sh', ['-c', 'test -r "$0" && test -x "$0"', dir], {
    ...identity(runAs),
    cwd: '/',
    stdio: 'ignore',
  })
  return asked.status === 0
}

/** Runs a program to its end as that user. `output`: both output streams. */
export async function runToEnd(
  file: string,
  args: string[],
  options: { runAs: RunAs; env: NodeJS.ProcessEnv; cwd: string },
): Promise<{ ok: boolean; output: string }> {
  return await new Promise((resolve) => {
    const child = spawn(file, args, { ...identity(options.runAs), env: options.env, cwd: options.cwd })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')))
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')))
    child.once('error', (error) => resolve({ ok: false, output: `${output}${error.message}` }))
    child.once('close', (code) => resolve({ ok: code === 0, output }))
  })
}
