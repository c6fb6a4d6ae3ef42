import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { UserError } from '../say.mjs'

/**
 * Writes a lock file into the data folder with this process's id and address. A second start finds the file and prints where the first one
 * runs. The file of a process that has ended, or whose id another program has now, is ignored.
 * @param {{ data: string, address: string }} options
 * @returns {Promise<() => Promise<void>>} removes the file
 */
export async function claimData({ data, address }) {
  await mkdir(data, { recursive: true })
  const file = join(data, 'running.json')
  const mine = JSON.stringify({ pid: process.pid, address })
  for (let attempt = 0; ; attempt += 1) {
    try {
      await writeFile(file, mine, { flag: 'wx' })
      return () => rm(file, { force: true })
    } catch (error) {
      // A full disk is noticed while writing; Node's error does not have the path then.
      if (error.code !== 'EEXIST' || attempt > 2) throw Object.assign(error, { path: file })
    }
    const first = readNote(await readFile(file, 'utf8').catch(() => ''))
    if (first && isOurs(first.pid)) throw new UserError(`货桥已经在运行：${first.address}（PID ${first.pid}）。`)
    await rm(file, { force: true })
  }
}

/** A lock file cut short by a full disk or a crash is ignored. @param {string} text */
function readNote(text) {
  try {
    const { pid, address } = JSON.parse(text)
    return { pid: Number(pid), address: String(address) }
  } catch {
    return undefined
  }
}

/** @param {number} pid @returns {boolean} */
function isOurs(pid) {
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
  if (process.platform !== 'linux') return true
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('start.mjs')
  } catch {
    return false
  }
}

/**
 * @param {{ host: string, port: number, setting: string, what: string }} options
 */
export async function demandFreePort({ host, port, setting, what }) {
  await new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error) => {
      if (error.code === 'EADDRINUSE')
        reject(new UserError(`端口 ${port}（${what}）已被其他程序占用，请关闭它，或用 ${setting} 换一个端口。`, error))
      else if (error.code === 'EACCES')
        reject(new UserError(`没有权限使用端口 ${port}（${what}），请用 ${setting} 换一个 1024 以上的端口。`, error))
      else if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
        reject(new UserError(`本机没有地址 ${host}，请检查 HUOQIAO_HOST。`, error))
      else reject(error)
    })
    probe.listen(port, host, () => probe.close(resolve))
  })
}
