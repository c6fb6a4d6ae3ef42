import type { FastifyInstance } from 'fastify'
import { serveFiles } from './features/files/index.ts'
import { receiveMessages } from './features/inbox/index.ts'
import { serveExports } from './features/orders/index.ts'
import { serveOrderLinks } from './features/placement/index.ts'

/** Addresses that are no calls of the contract: files, messages from outside, links that open in a tab of their own. */
export function serveUnbound(
  app: FastifyInstance,
  served: {
    files: Parameters<typeof serveFiles>[1]
    receiving: Parameters<typeof receiveMessages>[1]
    tasks: Parameters<typeof serveExports>[1]
    links: Parameters<typeof serveOrderLinks>[1]
  },
): void {
  serveFiles(app, served.files)
  receiveMessages(app, served.receiving)
  serveExports(app, served.tasks)
  serveOrderLinks(app, served.links)
}
