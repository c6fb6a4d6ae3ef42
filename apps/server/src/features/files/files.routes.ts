import type { filesEndpoints } from '@huoqiao/contract/files/files.endpoints'
import type { FastifyInstance } from 'fastify'
import type { RoutesOf } from '../../http/handlers.ts'
import { notFound } from '../../http/respond.ts'
import type { FilesService } from './files.service.ts'
import type { SlicesService } from './slices.service.ts'

export const filesRoutes = (deps: {
  files: FilesService
  slices: SlicesService
}): RoutesOf<keyof typeof filesEndpoints> => ({
  upload: (call, input) => deps.files.upload(call, input),
  sliceUpload: (call, input) => deps.slices.sliceUpload(call, input),
  querySlices: (call, input) => deps.slices.querySlices(call, input.uploadId),
})

/**
 * Serves pictures without a session, because shops fetch them too. The content of an address never changes; headers ensure that it is only
 * treated as a picture and cannot run scripts.
 */
export function serveFiles(app: FastifyInstance, files: FilesService): void {
  app.get<{ Params: { id: string; name: string } }>('/files/:id/:name', async (request, reply) => {
    const { id, name } = request.params
    const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)
    const file = isId ? await files.served(id, name) : undefined
    if (!file) return reply.code(404).send(notFound())
    const etag = `"${file.hash.slice(0, 32)}"`
    void reply.headers({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
      etag,
    })
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    const body = await file.read()
    if (body === undefined) return reply.removeHeader('cache-control').code(404).send(notFound())
    return reply.type(file.mime).header('content-length', file.size).send(body)
  })
}
