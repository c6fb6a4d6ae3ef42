import { ENDPOINTS } from '@huoqiao/contract'
import type { Endpoint } from '@huoqiao/contract'
import type { FastifyInstance } from 'fastify'

/** Origins of browser extensions in Chromium (also Edge and others) and Firefox. Any id, because one installed from a folder has another. */
const EXTENSION = /^(?:chrome|moz)-extension:\/\/[\w-]{1,64}$/

/** Seconds that a browser may remember the permission. */
const REMEMBERED = '600'

/**
 * Allows browser extensions, which have another origin (CORS), to send the collector's calls. Other calls and other origins are not
 * allowed. The key is sent in a header, never as a cookie, so an extension without the key gains nothing.
 */
export function allowExtensions(app: FastifyInstance): void {
  const paths = new Set(
    Object.values<Endpoint>(ENDPOINTS)
      .filter(({ right }) => right === 'collector')
      .map(({ path }) => path),
  )
  app.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers
    if (origin !== undefined && EXTENSION.test(origin) && paths.has(request.url.split('?')[0]!))
      void reply.headers({ 'access-control-allow-origin': origin, vary: 'origin' })
    done()
  })
  for (const path of paths)
    app.options(path, (_request, reply) =>
      reply
        .headers({
          'access-control-allow-methods': 'POST',
          'access-control-allow-headers': 'authorization, content-type',
          'access-control-max-age': REMEMBERED,
        })
        .code(204)
        .send(),
    )
}
