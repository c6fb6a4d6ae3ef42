import type { VendorModule } from '../../core.ts'
import { bindStorefront } from '../../storefront/storefront.routes.ts'
import { APP_API_VERSION, resolveVersion } from './admin-schema.ts'
import { openBulkRunner } from './bulk/bulk-runner.ts'
import type { Call } from './call.ts'
import { heldScopes } from './access-tokens.ts'
import { costBucket } from './cost-bucket.ts'
import { DEMO_APP, DEMO_SHOPS, PLANS } from './demo-shops.ts'
import { openMediaPipeline } from './media-pipeline.ts'
import { performProductSet } from './mutations/product-set.ts'
import type { SetIdentifier, SetInput } from './mutations/product-set.ts'
import { performProductDelete } from './mutations/product-write.ts'
import { operationRunner } from './operation-runner.ts'
import { openCourier } from './webhooks/courier.ts'
import { shopifyQuirks } from './quirks.ts'
import { bindOrderControl } from './control/orders.control.ts'
import { seedShop } from './seed.ts'
import { openShop } from './shop-state.ts'
import type { OpenShop, ShopState } from './shop-state.ts'
import { bindShopify } from './shopify.routes.ts'

/**
 * The simulated Shopify: the shops of one organisation under {origin}/shops/{shop}, in place of https://{shop}.myshopify.com. All state is
 * in tables of the core; after a restart everything continues.
 */
export const shopifyVendor: VendorModule = (app, core) => {
  const quirks = shopifyQuirks(core)
  const courier = openCourier(core, quirks)
  const shops = new Map<string, OpenShop>()
  const operations = operationRunner(core, quirks.operationMs, (job, shop) => {
    const version = job.kind === 'set' ? resolveVersion(job.version) : undefined
    const call = newCall(shop, version ?? APP_API_VERSION)
    if (job.kind === 'delete') return { productId: job.id, userErrors: performProductDelete(job.id, call) }
    const { product, userErrors } = performProductSet(job.identifier as SetIdentifier, job.input as SetInput, call)
    return { productId: product?.id ?? null, userErrors }
  })
  const pipeline = openMediaPipeline(core, quirks, operations)
  const bulk = openBulkRunner({ core, newCall: (shop, version) => newCall(shop, version) })
  const newCall = (shop: ShopState, version: Call['version']): Call => ({
    shop,
    version,
    scopes: heldScopes(quirks),
    quirks,
    pipeline,
    bulk,
    effects: [],
  })
  for (const facts of DEMO_SHOPS) {
    const state = openShop(core, facts, { events: courier, quirks })
    const restoreRate = (): number => quirks.pointsPerSecond() || PLANS[facts.plan].restoreRate
    shops.set(facts.slug, { state, bucket: costBucket(core.clock, restoreRate) })
    seedShop(state, newCall(state, APP_API_VERSION))
    pipeline.resume(state)
    operations.resume(state)
    courier.resume(state)
    bulk.resume(state)
  }
  bindShopify(app, { core, quirks, pipeline, shops, newCall })
  bindOrderControl(app, { shops, courier, quirks })
  bindStorefront(app, { core, pipeline, shops, newCall })
  app.addHook('onClose', (_instance, done) => {
    pipeline.close()
    courier.close()
    done()
  })
  return {
    credentials: () => Array.from(shops.values(), ({ state }) => credentialsOf(state)),
    reset: () => {
      for (const { state, bucket } of shops.values()) {
        state.clear()
        bucket.refill()
        seedShop(state, newCall(state, APP_API_VERSION))
      }
    },
  }
}

/** The credentials that a person needs to connect a demo shop; webhooks are signed with the client secret. */
function credentialsOf(state: ShopState): Record<string, string> {
  const { facts } = state
  return {
    shop: facts.slug,
    domain: `${facts.slug}.myshopify.com`,
    origin: state.origin(),
    name: facts.name,
    currency: facts.currency,
    plan: PLANS[facts.plan].label,
    clientId: DEMO_APP.clientId,
    clientSecret: DEMO_APP.clientSecret,
    storefront: `${state.origin()}/`,
    admin: `${state.origin()}/admin/products`,
  }
}
