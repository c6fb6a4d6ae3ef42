import { randomUUID } from 'node:crypto'
import { access, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '../../db/db.ts'
import { isMissing } from './missing-path.ts'
import { claimFolder, findFolderMark, newestOnDisk } from './files.store.ts'

/** This process can't see the files that the others see. `message` is for whoever started it. */
export class NoSharedFiles extends Error {
  override readonly name = 'NoSharedFiles'
}

/** In the folder; the database holds the same word. */
const MARK = '.huoqiao-files'

const whenMissing = (error: unknown): undefined => {
  if (isMissing(error)) return undefined
  throw error
}

/**
 * Whether `folder` is the folder of this database's files, and not one of the same name on another machine. The first process that
 * puts files on a disk marks its folder, and the database remembers the mark.
 */
export async function isFilesFolder(db: Pick<Db, 'handle'>, folder: string): Promise<boolean> {
  const path = join(folder, MARK)
  const here = await readFile(path, 'utf8').catch(whenMissing)
  const known = await findFolderMark(db.handle)
  if (known !== undefined) return known === here
  // Files of a version that marked nothing: the folder is theirs if the newest one lies in it.
  const newest = await newestOnDisk(db.handle)
  if (newest !== undefined && !(await exists(join(folder, 'objects', newest)))) return false
  return (await claimFolder(db.handle, here ?? (await mark(folder, path)))) === (await readFile(path, 'utf8'))
}

/** Before it is told to the database: a mark that only the database knew would shut everybody out. */
async function mark(folder: string, path: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  // Another node that shares the folder may have been quicker.
  await writeFile(path, randomUUID(), { flag: 'wx', mode: 0o600 }).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  })
  return readFile(path, 'utf8')
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    (error: unknown) => whenMissing(error) ?? false,
  )
