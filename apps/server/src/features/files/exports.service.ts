import type { FilesDeps, FilesService } from './files.service.ts'
import { findOldExports } from './files.store.ts'

const DAY_MS = 86_400_000
const SLICE = 200

/** Sheets are made for download, not for storage: after the retention they are deleted. */
export function exportsService(
  deps: Pick<FilesDeps, 'db' | 'clock' | 'config'> & { files: Pick<FilesService, 'removeExport'> },
) {
  const { db } = deps
  return {
    async sweep(): Promise<void> {
      const days = await deps.config.setting(db.handle, 'files.exportDays')
      const before = new Date(deps.clock.now() - days * DAY_MS)
      for (;;) {
        const old = await findOldExports(db.handle, before, SLICE)
        for (const { id } of old) await deps.files.removeExport(id)
        if (old.length < SLICE) return
      }
    },
  }
}
