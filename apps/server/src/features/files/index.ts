import type { Jobs } from '../../jobs/jobs.ts'
import { exportsService } from './exports.service.ts'
import { handleFileJobs } from './files.jobs.ts'
import { filesService } from './files.service.ts'
import type { FilesDeps, FilesService } from './files.service.ts'
import { storagePlaces } from './places.ts'
import { slicesService } from './slices.service.ts'
import type { SlicesService } from './slices.service.ts'

export { filesRoutes, serveFiles } from './files.routes.ts'
export type { FilesService } from './files.service.ts'
export { NoSharedFiles } from './disk-folder.ts'
export { PICTURE_COPIES } from './picture-copies.ts'
export { movingService } from './moving.service.ts'
export { storagePlaces } from './places.ts'
export type { StorageKind } from './storage.ts'

export function filesFeature(deps: FilesDeps & { jobs: Jobs }): { files: FilesService; slices: SlicesService } {
  const places = storagePlaces(deps)
  const files = filesService({ ...deps, places })
  const slices = slicesService({ ...deps, files, places })
  handleFileJobs(deps.jobs, { slices, exports: exportsService({ ...deps, places }) })
  return { files, slices }
}
export { keptSheet } from './sheets.service.ts'
export type { SheetDeps } from './sheets.service.ts'
