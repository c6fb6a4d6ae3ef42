import { execFile, spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** The folder with the sources of this version. */
export const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const git = (...words: string[]): string => {
  const { status, stdout } = spawnSync('git', words, { cwd: ROOT, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : ''
}

/**
 * The sources of the previous version: those before the newest migration, so that this version has something to migrate while that one
 * works (or, after a squash, a database of that version to take over). With the modules that are installed here, and that version's own
 * workspace packages. Undefined without the history (a shallow clone): the caller reports it.
 */
export async function previousBuild(): Promise<{ main: string; remove(): Promise<void> } | undefined> {
  const newest = git('log', '-1', '--diff-filter=A', '--format=%H', '--', 'apps/server/migrations/*.sql')
  const before = newest === '' ? '' : git('rev-parse', '--verify', '--quiet', `${newest}^`)
  if (before === '') return undefined
  const home = await mkdtemp(join(tmpdir(), 'huoqiao-previous-'))
  const archive = join(home, 'sources.tar')
  const paths = ['package.json', 'tsconfig.json', 'packages', 'apps/server']
  await promisify(execFile)('git', ['archive', '-o', archive, before, ...paths], { cwd: ROOT })
  await promisify(execFile)('tar', ['-xf', archive, '-C', home])
  for (const folder of ['node_modules', 'apps/server/node_modules']) await linkModules(folder, home)
  return {
    main: join(home, 'apps/server/src/main.ts'),
    remove: () => rm(home, { recursive: true, force: true }),
  }
}

/** Workspace packages are that version's, all others are the installed ones. */
export async function linkModules(folder: string, home: string): Promise<void> {
  const names = await readdir(join(ROOT, folder)).catch(() => [])
  if (names.length === 0) return
  await mkdir(join(home, folder, '@huoqiao'), { recursive: true })
  for (const name of names) if (name !== '@huoqiao') await symlink(join(ROOT, folder, name), join(home, folder, name))
  if (folder !== 'node_modules') return
  for (const name of await readdir(join(home, 'packages')))
    await symlink(join(home, 'packages', name), join(home, folder, '@huoqiao', name))
}
