import type { inboxEndpoints } from '@huoqiao/contract/inbox/inbox.endpoints'
import { statusText } from '@huoqiao/contract'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/db.ts'
import type { RoutesOf } from '../../http/handlers.ts'
import type { InboxService } from './inbox.service.ts'
import type { PushAddressService } from './push-address.service.ts'
import type { Received, ReceivingService } from './receiving.service.ts'

export const inboxRoutes = (deps: {
  db: Db
  service: InboxService
  addresses: PushAddressService
}): RoutesOf<keyof typeof inboxEndpoints> => {
  const { db, service, addresses } = deps
  return {
    checkPushAddress: (call) => addresses.checkPushAddress(call.signal),
    queryInbox: (_call, input) => service.queryInbox(db.handle, input),
    getInboxCountByState: (_call, input) => service.getInboxCountByState(db.handle, input),
    getInboxMessage: (call, input) => service.getInboxMessage(db.handle, call, input.id),
    replayInbox: (call, input) => call.write((tx) => service.replayInbox(tx, call, input)),
  }
}

/** Message bodies of shops have some tens of kB; anything larger than this is refused. */
const BODY_LIMIT = 4 * 1024 * 1024
const STATUS: Readonly<Record<Received, number>> = { kept: 200, forged: 401, unreadable: 400 }
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The addresses for webhooks. They are not calls of the contract, because vendors send neither our envelope nor a session. */
export function receiveMessages(app: FastifyInstance, receiving: ReceivingService): void {
  void app.register(async (addresses) => {
    // Signatures cover the raw bytes, so nothing may parse the body before.
    addresses.removeAllContentTypeParsers()
    addresses.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, (_request, body, done) =>
      done(null, body),
    )
    const answer = (received: Received) => {
      const status = STATUS[received]
      return { status, body: { code: status, msg: status === 200 ? 'success' : statusText(status) } }
    }
    addresses.post<{ Params: { id: string }; Body: unknown }>('/webhooks/shopify/:id', async (request, reply) => {
      const { id } = request.params
      const received = ID.test(id) ? await receiving.fromShop(id, request.headers, bytes(request.body)) : 'forged'
      const { status, body } = answer(received)
      return reply.code(status).send(body)
    })
    addresses.post<{ Params: { id: string }; Body: unknown }>('/webhooks/1688/:id', async (request, reply) => {
      const { id } = request.params
      const received = ID.test(id) ? await receiving.fromMarket(id, bytes(request.body)) : 'forged'
      const { status, body } = answer(received)
      return reply.code(status).send(body)
    })
  })
}

const bytes = (body: unknown): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0))
