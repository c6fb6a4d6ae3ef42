import type { marketplaceEndpoints } from '@huoqiao/contract/marketplace/marketplace.endpoints'
import { CONSENT_CALLBACK } from '@huoqiao/contract/marketplace/marketplace.status'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/db.ts'
import type { RoutesOf } from '../../http/handlers.ts'
import type { MarketplaceService } from './marketplace.service.ts'

export const marketplaceRoutes = ({
  db,
  service,
}: {
  db: Db
  service: MarketplaceService
}): RoutesOf<keyof typeof marketplaceEndpoints> => ({
  queryMarketplaceAccounts: () => service.queryMarketplaceAccounts(db.handle),
  queryMarketplaceAccountNames: () => service.queryMarketplaceAccountNames(db.handle),
  addMarketplaceAccount: (call, input) => call.write((tx) => service.addMarketplaceAccount(tx, call, input)),
  updateMarketplaceAccount: (call, input) => call.write((tx) => service.updateMarketplaceAccount(tx, call, input)),
  deleteMarketplaceAccount: (call, input) => call.write((tx) => service.deleteMarketplaceAccount(tx, call, input)),
  startMarketplaceConsent: (call, input) => call.write((tx) => service.startMarketplaceConsent(tx, call, input)),
  finishMarketplaceConsent: (call, input) => service.finishMarketplaceConsent(call, input),
  checkMarketplaceAccount: (call, input) => service.checkMarketplaceAccount(call, input),
})

/**
 * Where 1688 sends the browser after a consent (reference 1.6). Not a call of the contract, because the browser's request has no session.
 * Redirects to the console without the code.
 */
export function receiveConsents(app: FastifyInstance, service: Pick<MarketplaceService, 'receiveConsent'>): void {
  app.get<{ Querystring: Record<string, unknown> }>(CONSENT_CALLBACK, async (request, reply) => {
    const consent = await service.receiveConsent(request.query)
    return reply.header('cache-control', 'no-store').redirect(`/system/connect?step=consent&consent=${consent}`, 303)
  })
}
