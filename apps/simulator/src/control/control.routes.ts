import type { FastifyInstance } from 'fastify'
import type { OwnedCore } from '../core/open-core.ts'
import type { VendorModule } from '../core.ts'

export type BoundVendor = ReturnType<VendorModule>

export function bindControl(
  app: FastifyInstance,
  core: OwnedCore,
  vendors: { alibaba: BoundVendor; shopify: BoundVendor },
): void {
  app.get('/control/health', () => ({ ok: true, now: core.clock.now() }))
  app.get('/control/credentials', () => ({
    alibaba: vendors.alibaba.credentials(),
    shops: vendors.shopify.credentials(),
  }))
}
