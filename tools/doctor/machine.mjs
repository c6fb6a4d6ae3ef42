import { constants } from 'node:fs'
import { access, readFile, stat, statfs } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { createServer } from 'node:net'
import { arch, freemem, platform, totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import { staleParts } from '../build.mjs'

/**
 * @typedef {{ level: 'ok' | 'warning' | 'fault', subject: string, says: string, fix?: string }} Finding as in apps/server/src/doctor/finding.ts
 * @typedef {import('../start/settings.mjs').Settings} Settings
 */

const GB = 1024 ** 3
/** The server stops writing when the disk is full; an empty database takes 0.12 GB, a month of a busy shop about 1 GB. */
const DISK = { fault: 0.3 * GB, warning: 2 * GB }
/** Server and embedded database under load (docs/operations.md, Memory). */
const MEMORY_NEEDED = 0.9 * GB
/** Kinds of machines that npm has the embedded database for. */
const EMBEDDED = ['linux x64', 'linux arm64', 'darwin x64', 'darwin arm64']

const gb = (bytes) => `${(bytes / GB).toFixed(1)} GB`

/** What can be checked without any installed package. @param {Settings} settings @returns {Promise<Finding[]>} */
export async function examineMachine(settings) {
  const checks = [
    async () => ({ level: 'ok', subject: 'Node.js', says: process.versions.node }),
    system,
    memory,
    disk,
    dataFolder,
    programs,
    simulatorPort,
  ]
  const found = []
  for (const check of checks) found.push(await check(settings))
  return found.filter(Boolean)
}

async function system() {
  const machine = `${platform()} ${arch()}`
  if (process.env['DATABASE_URL'] || EMBEDDED.includes(machine)) return { level: 'ok', subject: '系统', says: machine }
  return fault('系统', `${machine} 没有内置数据库`, '用 DATABASE_URL 指定一个 PostgreSQL（15 或更新）')
}

async function memory() {
  const total = totalmem()
  if (total >= MEMORY_NEEDED) return { level: 'ok', subject: '内存', says: `共 ${gb(total)}，空闲 ${gb(freemem())}` }
  return warning('内存', `共 ${gb(total)}`, '至少 1 GB：服务端与内置数据库在忙时约用 0.6 GB')
}

/** @param {Settings} settings */
async function disk({ data }) {
  const { bavail, bsize } = await statfs(await existing(data))
  const free = bavail * bsize
  if (free < DISK.fault)
    return fault('磁盘', `${data} 所在的磁盘只剩 ${gb(free)}`, '清理磁盘，或用 HUOQIAO_DATA 换一个位置')
  if (free < DISK.warning) return warning('磁盘', `${data} 所在的磁盘剩 ${gb(free)}`, '尽快清理：写满后货桥会暂停写入')
  return { level: 'ok', subject: '磁盘', says: `剩 ${gb(free)}` }
}

/** @param {Settings} settings */
async function dataFolder({ data, logs }) {
  for (const folder of [data, logs.folder]) {
    const there = await existing(folder)
    if (!(await stat(there)).isDirectory())
      return fault('数据目录', `${there} 是文件，不是目录`, '移开它，或用 HUOQIAO_DATA 换一个位置')
    const writable = await access(there, constants.W_OK).then(
      () => true,
      () => false,
    )
    if (!writable) return fault('数据目录', `没有权限写入 ${there}`, '改为由启动货桥的用户所有（chown），或换一个位置')
  }
  return { level: 'ok', subject: '数据目录', says: data }
}

/** The nearest folder that exists already. @param {string} path @returns {Promise<string>} */
async function existing(path) {
  return (await stat(path).catch(() => undefined)) ? path : existing(dirname(path))
}

/** @param {Settings} settings */
async function programs({ root, dev }) {
  const lock = await readFile(join(root, 'package-lock.json'))
  const stamp = await readFile(join(root, 'node_modules', '.huoqiao', 'installed'), 'utf8').catch(() => '')
  const installed = await stat(join(root, 'node_modules', 'fastify')).catch(() => undefined)
  if (!installed) return warning('程序', '还没有安装依赖', 'npm start 会自动安装；离线的机器请先运行 npm ci')
  if (stamp !== '' && !stamp.startsWith(createHash('sha256').update(lock).digest('hex')))
    return warning('程序', '依赖与锁定的版本不同', '重新启动（npm start），会自动重新安装')
  const stale = dev ? [] : await staleParts()
  if (stale.length > 0)
    return warning('程序', `${stale.join('、')}还没有按现在的源码构建`, '重新启动（npm start），会自动构建')
  return { level: 'ok', subject: '程序', says: '依赖与构建都是最新的' }
}

/** @param {Settings} settings */
async function simulatorPort({ ownSimulator, simulatorPort: port }) {
  if (!ownSimulator) return undefined
  const answer = await fetch(`http://127.0.0.1:${port}/`, { signal: AbortSignal.timeout(5000) }).catch(() => undefined)
  const free = answer === undefined && (await isFree(port))
  if (answer !== undefined || free)
    return { level: 'ok', subject: '模拟器', says: free ? `没有在运行，端口 ${port} 空着` : `在端口 ${port} 上运行` }
  return fault('模拟器', `端口 ${port} 上是别的程序`, '关闭它，或用 SIMULATOR_PORT 换一个端口')
}

/** @param {number} port @returns {Promise<boolean>} */
const isFree = (port) =>
  new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })

/** @returns {Finding} */
const fault = (subject, says, fix) => ({ level: 'fault', subject, says, fix })
/** @returns {Finding} */
const warning = (subject, says, fix) => ({ level: 'warning', subject, says, fix })
