import { join } from 'node:path'
import type { Db, Tx } from '../../db/db.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Outward } from '../../platform/outward.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { SystemConfigService } from '../system-config/index.ts'
import { isFilesFolder, NoSharedFiles } from './disk-folder.ts'
import { diskStorage } from './disk-storage.ts'
import { hasOnDisk } from './files.store.ts'
import { postgresStorage } from './postgres-storage.ts'
import { s3Storage } from './s3-storage.ts'
import type { Storage, StorageKind } from './storage.ts'

export type PlacesDeps = {
  out: Pick<Outward, 'fetchNear'>
  db: Db
  clock: Clock
  config: Pick<SystemConfigService, 'setting' | 'secret'>
  /** the process's data folder, for files on disk */
  folder: string
  /** this process is the whole app with its own database, so there are no other nodes that must see its disk */
  isWholeApp: boolean
}

export type Places = ReturnType<typeof storagePlaces>

/** The three storage places: which one new files go to, and access to each. */
export function storagePlaces(deps: PlacesDeps) {
  const disk = diskStorage(join(deps.folder, 'objects'))
  const postgres = postgresStorage(deps.db)
  // The disk of a process that is the whole app needs no check.
  let isOurs = deps.isWholeApp
  const isFolderOurs = async (): Promise<boolean> => (isOurs ||= await isFilesFolder(deps.db, deps.folder))

  const places = {
    async current(tx: Tx): Promise<StorageKind> {
      const chosen = await deps.config.setting(tx, 'files.storage')
      return chosen === 'auto' ? (deps.isWholeApp ? 'disk' : 'postgres') : chosen
    },

    /** Refuses a disk that other nodes do not see; the setting may select it at any time. */
    async at(tx: Tx, kind: StorageKind): Promise<Storage> {
      if (kind === 'postgres') return postgres
      if (kind === 's3') return s3(tx)
      if (!(await isFolderOurs())) throw new Refusal('storage-failed', { why: UNSEEN })
      return disk
    },

    /** Throws NoSharedFiles if files are on a disk that this process does not have. */
    async refuseUnseen(): Promise<void> {
      const { handle } = deps.db
      if ((await places.current(handle)) !== 'disk' && !(await hasOnDisk(handle))) return
      if (!(await isFolderOurs()))
        throw new NoSharedFiles(
          `${UNSEEN}。请在有这些文件的机器上运行 npm run files:move -- --to postgres（或 s3）后再启动；` +
            `各节点确有共享目录时，让 ${deps.folder} 指向它`,
        )
    },
  }
  return places

  async function s3(tx: Tx): Promise<Storage> {
    const { setting, secret } = deps.config
    const endpoint = await setting(tx, 'files.s3Endpoint')
    const bucket = await setting(tx, 'files.s3Bucket')
    if (!endpoint || !bucket) throw new Refusal('storage-failed', { why: '还没有填写对象存储的地址和存储桶' })
    const settings = {
      endpoint,
      bucket,
      region: await setting(tx, 'files.s3Region'),
      pathStyle: await setting(tx, 'files.s3PathStyle'),
      accessKeyId: await setting(tx, 'files.s3AccessKeyId'),
      secretKey: (await secret(tx, 'files.s3SecretKey')) ?? '',
    }
    return s3Storage(settings, () => deps.clock.now(), deps.out)
  }
}

const UNSEEN = '文件存放在另一台机器的磁盘上，这个节点看不到'
