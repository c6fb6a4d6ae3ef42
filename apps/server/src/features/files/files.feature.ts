import { defineFeature } from '../../define-feature.ts'
import { systemConfigFeature } from '../system-config/index.ts'
import { exportsService } from './exports.service.ts'
import { handleFileJobs } from './files.jobs.ts'
import { filesRoutes, serveFiles } from './files.routes.ts'
import { filesService } from './files.service.ts'
import { storagePlaces } from './places.ts'
import { slicesService } from './slices.service.ts'

export const filesFeature = defineFeature({
  name: 'files',
  needs: { config: systemConfigFeature },
  build(base) {
    const { filesDir: folder, isWholeApp } = base.settings
    const places = storagePlaces({ ...base, folder, isWholeApp })
    const files = filesService({ ...base, folder, places })
    const slices = slicesService({ ...base, files, places })
    handleFileJobs(base.jobs, { slices, exports: exportsService({ ...base, files }) })
    return { api: files, routes: filesRoutes({ files, slices }), serve: (fastify) => serveFiles(fastify, files) }
  },
})
