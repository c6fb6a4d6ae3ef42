import type { FilesDeps } from './files.service.ts'
import { findOldExports, forgetFile } from './files.store.ts'
import type { Places } from './places.ts'

const DAY_MS = 86_400_000
const SLICE = 200

/** Sheets are made for download, not for storage: after the retention they are deleted. */
export function exportsService(deps: Pick<FilesDeps, 'db' | 'clock' | 'config'> & { places: Places }) {
  const { db } = deps
  return {
    async sweep(): Promise<void> {
      const days = await deps.config.setting(db.handle, 'files.exportDays')
      const before = new Date(deps.clock.now() - days * DAY_MS)
      for (;;) {
        const old = await findOldExports(db.handle, before, SLICE)
        for (const row of old)
          await db.transaction(async (tx) => {
            const { isShared } = await forgetFile(tx, row)
            // In one transaction: if the storage is unreachable the row is kept, and the next run tries again.
            if (!isShared) await (await deps.places.at(tx, row.storage)).remove(row.objectKey)
          })
        if (old.length < SLICE) return
      }
    },
  }
}
