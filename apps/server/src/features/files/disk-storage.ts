import { randomBytes } from 'node:crypto'
import { copyFile, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Refusal } from '../../platform/refusal.ts'
import { isMissing } from './missing-path.ts'
import type { Storage } from './storage.ts'

/** Files are written under another name and renamed, so that a crash leaves no partial file. */
export function diskStorage(folder: string): Storage {
  return {
    async put(key, content) {
      const target = join(folder, key)
      await mkdir(dirname(target), { recursive: true })
      const beside = `${target}.${randomBytes(6).toString('hex')}`
      try {
        if ('bytes' in content) await writeFile(beside, content.bytes)
        else await copyFile(content.path, beside)
        await rename(beside, target)
      } catch (error) {
        await rm(beside, { force: true })
        if (error instanceof Error && 'code' in error && error.code === 'ENOSPC')
          throw new Refusal('file-refused', { why: '服务器磁盘已满' })
        throw error
      }
    },
    async get(key) {
      try {
        return await readFile(join(folder, key))
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },
    async stream(key) {
      try {
        return (await open(join(folder, key))).createReadStream()
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },
    remove: (key) => rm(join(folder, key), { force: true }),
  }
}
