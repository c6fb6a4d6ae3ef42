import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { until } from './until.ts'

const CONFIGURATION = fileURLToPath(new URL('../../../deploy/nginx.conf', import.meta.url))

/** nginx in front of several nodes, with the configuration file that operators get. */
export type Nginx = {
  readonly url: string
  /**
   * Makes nginx use these nodes; resolves when no request to any other node is open. `down` nodes are listed in the file and marked as down,
   * as an operator would mark them.
   */
  turnTo(nodes: readonly { url: string; down?: boolean }[]): Promise<void>
  close(): Promise<void>
}

/**
 * The installed nginx, or Debian's package unpacked next to the test: nothing is installed and no service is started. Undefined where
 * neither is available; the caller reports it, and fails in CI.
 */
async function findNginx(home: string): Promise<string | undefined> {
  // Its worker processes are counted by Linux' /proc.
  if (process.platform !== 'linux') return undefined
  if (spawnSync('nginx', ['-v']).status === 0) return 'nginx'
  const download = (): boolean => spawnSync('apt-get', ['-q', 'download', 'nginx'], { cwd: home }).status === 0
  if (!download() && spawnSync('apt-get', ['-q', 'update']).status === 0) download()
  const archive = (await readdir(home)).find((name) => name.endsWith('.deb'))
  if (archive === undefined) return undefined
  spawnSync('dpkg', ['-x', archive, 'unpacked'], { cwd: home })
  const program = join(home, 'unpacked/usr/sbin/nginx')
  return existsSync(program) && spawnSync(program, ['-v']).status === 0 ? program : undefined
}

export async function startNginx(nodes: readonly { url: string }[]): Promise<Nginx | undefined> {
  const home = await mkdtemp(join(tmpdir(), 'huoqiao-nginx-'))
  const program = await findNginx(home)
  if (program === undefined) {
    await rm(home, { recursive: true })
    return undefined
  }
  const port = await freePort()
  await mkdir(join(home, 'logs'))
  const write = async (asked: readonly { url: string; down?: boolean }[]): Promise<void> => {
    const servers = asked.map(
      ({ url, down }) => `    server ${new URL(url).host} max_fails=1 fail_timeout=5s${down ? ' down' : ''};`,
    )
    const given = await readFile(CONFIGURATION, 'utf8')
    const here = given
      .replace(/( {4}server \d.*\n)+/, `${servers.join('\n')}\n`)
      .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
      .replaceAll(/.*ssl_certificate.*\n/g, '')
    await writeFile(join(home, 'huoqiao.conf'), here)
  }
  await write(nodes)
  await writeFile(
    join(home, 'nginx.conf'),
    `worker_processes 1;
pid ${home}/pid;
error_log ${home}/logs/error.log;
events { worker_connections 512; }
http {
    access_log off;
    client_body_temp_path ${home}/body;
    proxy_temp_path ${home}/proxy;
    fastcgi_temp_path ${home}/fastcgi;
    uwsgi_temp_path ${home}/uwsgi;
    scgi_temp_path ${home}/scgi;
    include ${home}/huoqiao.conf;
}
`,
  )
  const child = spawn(program, ['-p', home, '-c', join(home, 'nginx.conf'), '-g', 'daemon off;'], { stdio: 'ignore' })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const workers = async (): Promise<string[]> =>
    (await readFile(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8')).match(/\d+/g) ?? []
  await until(
    () => readFile(join(home, 'pid'), 'utf8').catch(() => ''),
    (pid) => pid !== '',
  )
  return {
    url: `http://127.0.0.1:${port}`,
    async turnTo(asked) {
      const before = await until(workers, (some) => some.length === 1)
      await write(asked)
      child.kill('SIGHUP')
      // The old worker ends when its last request is answered.
      await until(workers, (now) => now.length === 1 && now[0] !== before[0])
    },
    async close() {
      child.kill('SIGTERM')
      await exited
      await rm(home, { recursive: true, force: true })
    },
  }
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}
