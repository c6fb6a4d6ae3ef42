import type { Jobs } from '../../jobs/jobs.ts'
import { exportsService } from './exports.service.ts'
import { handleFileJobs } from './files.jobs.ts'
import { filesService } from './files.service.ts'
import type { FilesDeps, FilesService } from './files.service.ts'
import { slicesService } from './slices.service.ts'
import type { SlicesService } from './slices.service.ts'

export { filesRoutes, serveFiles } from './files.routes.ts'
export type { FilesService } from './files.service.ts'

export function filesFeature(deps: FilesDeps & { jobs: Jobs }): { files: FilesService; slices: SlicesService } {
  const files = filesService(deps)
  const slices = slicesService({ ...deps, files })
  handleFileJobs(deps.jobs, { slices, exports: exportsService({ ...deps, files }) })
  return { files, slices }
}
export { keptSheet } from './sheets.service.ts'
export type { SheetDeps } from './sheets.service.ts'
