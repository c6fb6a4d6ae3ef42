import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { linkModules, ROOT } from './previous-build.ts'

const MIGRATIONS = 'apps/server/migrations'

/** The sources of a later version: a copy of these with one more migration, which executes `statement`. */
export async function nextBuild(statement: string): Promise<{ home: string; main: string; remove(): Promise<void> }> {
  const home = await mkdtemp(join(tmpdir(), 'huoqiao-next-'))
  for (const path of [
    'package.json',
    'tsconfig.json',
    'packages',
    'apps/server/package.json',
    'apps/server/src',
    MIGRATIONS,
  ])
    await cp(join(ROOT, path), join(home, path), {
      recursive: true,
      filter: (from) => !['node_modules', 'dist'].includes(basename(from)),
    })
  const file = join(home, MIGRATIONS, 'meta', '_journal.json')
  const journal = JSON.parse(await readFile(file, 'utf8')) as { entries: { idx: number; when: number; tag: string }[] }
  const last = journal.entries.at(-1)!
  const next = { ...last, idx: last.idx + 1, when: last.when + 1, tag: `${String(last.idx + 1).padStart(4, '0')}_next` }
  await writeFile(file, JSON.stringify({ ...journal, entries: [...journal.entries, next] }))
  await writeFile(join(home, MIGRATIONS, `${next.tag}.sql`), statement)
  for (const folder of ['node_modules', 'apps/server/node_modules']) await linkModules(folder, home)
  return { home, main: join(home, 'apps/server/src/main.ts'), remove: () => rm(home, { recursive: true, force: true }) }
}
