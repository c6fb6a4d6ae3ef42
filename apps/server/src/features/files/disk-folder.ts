import { randomUUID } from 'node:crypto'
import { access, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '../../db/db.ts'
import { isMissing } from './missing-path.ts'
import { claimFolder, findFolderMark, newestOnDisk } from './files.store.ts'

/** This process cannot see the files that the other nodes see. `message` is for the person who started it. */
export class NoSharedFiles extends Error {
  override readonly name = 'NoSharedFiles'
}

/** Marker file in the folder; the database stores the same value. */
const MARK = '.huoqiao-files'

const whenMissing = (error: unknown): undefined => {
  if (isMissing(error)) return undefined
  throw error
}

/**
 * Whether `folder` is the files folder of this database, and not a folder of the same name on another machine. The first process that
 * stores files on disk creates a marker file, and the database stores its value.
 */
export async function isFilesFolder(db: Pick<Db, 'handle'>, folder: string): Promise<boolean> {
  const path = join(folder, MARK)
  const here = await readFile(path, 'utf8').catch(whenMissing)
  const known = await findFolderMark(db.handle)
  if (known !== undefined) return known === here
  // Files of a version without markers: the folder is accepted if it contains the newest file.
  const newest = await newestOnDisk(db.handle)
  if (newest !== undefined && !(await exists(join(folder, 'objects', newest)))) return false
  return (await claimFolder(db.handle, here ?? (await mark(folder, path)))) === (await readFile(path, 'utf8'))
}

/** The marker is written before the database: a value that only the database had would lock everybody out. */
async function mark(folder: string, path: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  // Another node with the same folder may have been faster.
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
