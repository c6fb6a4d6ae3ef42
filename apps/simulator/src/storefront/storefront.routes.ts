import { APP_API_VERSION } from '../vendors/shopify/admin-schema.ts'
import { createReadStream, existsSync } from 'node:fs'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { SimCore } from '../core.ts'
import { gid, gidNumber } from '../vendors/shopify/gid.ts'
import type { Call } from '../vendors/shopify/call.ts'
import type { MediaPipeline } from '../vendors/shopify/media-pipeline.ts'
import type { ProductRow } from '../vendors/shopify/rows.ts'
import type { OpenShop, ShopState } from '../vendors/shopify/shop-state.ts'
import { isLive } from '../vendors/shopify/types/publication.fields.ts'
import { adminListPage, adminProductPage } from './admin.page.ts'
import { bindCheckout } from './checkout.routes.ts'
import { collectionPage } from './collection.page.ts'
import { pageLanguage } from './language.ts'
import { missingPage } from './page.frame.ts'
import { productPage } from './product.page.ts'

export type StorefrontDeps = {
  core: SimCore
  pipeline: MediaPipeline
  shops: ReadonlyMap<string, OpenShop>
  newCall(shop: ShopState, version: Call['version']): Call
}

const PAGE_SIZE = 48

type ProductRequest = {
  Params: { shop: string; locale?: string; handle: string }
  /** `market`: its handle; without it the text of all markets is shown */
  Querystring: { preview?: string; variant?: string; market?: string }
}

/** The storefront of a simulated shop, a plain admin page with the raw fields, and its pictures. */
export function bindStorefront(app: FastifyInstance, deps: StorefrontDeps): void {
  const html = (reply: FastifyReply, page: string, status = 200): FastifyReply =>
    reply.code(status).type('text/html; charset=utf-8').send(page)
  const shopOf = (slug: string): Call | undefined => {
    const open = deps.shops.get(slug)
    return open && deps.newCall(open.state, APP_API_VERSION)
  }
  const listed = (call: Call): ProductRow[] =>
    call.shop.products
      .sorted()
      .filter((product) => product.status === 'ACTIVE' && isOnline(product, call))
      .toReversed()

  bindCheckout(app, shopOf)
  app.get<{ Params: { shop: string } }>('/shops/:shop', (request, reply) =>
    reply.redirect(`/shops/${request.params.shop}/`),
  )
  app.get<{ Params: { shop: string }; Querystring: { page?: string; q?: string } }>(
    '/shops/:shop/',
    (request, reply) => {
      const call = shopOf(request.params.shop)
      if (!call) return html(reply, missingPage('This shop does not exist.'), 404)
      const q = (request.query.q ?? '').trim()
      const found = listed(call).filter((product) => product.title.toLowerCase().includes(q.toLowerCase()))
      const pages = Math.max(1, Math.ceil(found.length / PAGE_SIZE))
      const page = Math.min(pages, Math.max(1, Math.floor(Number(request.query.page ?? 1)) || 1))
      const products = found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)
      return html(reply, collectionPage(call, { products, total: found.length, page, pages, q }))
    },
  )
  for (const path of ['/shops/:shop/products/:handle', '/shops/:shop/:locale/products/:handle'])
    app.get<ProductRequest>(path, (request, reply) => {
      const call = shopOf(request.params.shop)
      const locale = call && pageLanguage(call, request.params.locale)
      const market = call?.shop.markets.all().find(({ handle }) => handle === request.query.market)
      const product = call?.shop.products.byHandle(request.params.handle)
      const preview = product !== undefined && request.query.preview === gidNumber(product.id)
      if (!call || locale === undefined || !product || !(preview || isOnline(product, call)))
        return html(reply, missingPage('We could not find that product.', call), 404)
      return html(
        reply,
        productPage(call, product, { preview, locale, marketId: market?.id, variant: request.query.variant }),
      )
    })
  app.get<{ Params: { shop: string } }>('/shops/:shop/admin/products', (request, reply) => {
    const call = shopOf(request.params.shop)
    return call ? html(reply, adminListPage(call)) : html(reply, missingPage('This shop does not exist.'), 404)
  })
  app.get<{ Params: { shop: string; id: string } }>('/shops/:shop/admin/products/:id', (request, reply) => {
    const call = shopOf(request.params.shop)
    const product = call?.shop.products.get(gid('Product', request.params.id))
    if (!call || !product) return html(reply, missingPage('No product with this number.', call), 404)
    return html(reply, adminProductPage(call, product))
  })
  app.get<{ Params: { shop: string; name: string } }>('/shops/:shop/cdn/files/:name', (request, reply) => {
    const file = shopOf(request.params.shop)?.shop.files.byName(request.params.name)
    if (!file?.blob || !existsSync(deps.pipeline.blobPath(file.blob))) return reply.code(404).send('Not Found')
    return reply
      .type(file.mimeType ?? 'application/octet-stream')
      .header('cache-control', 'public, max-age=31536000')
      .send(createReadStream(deps.pipeline.blobPath(file.blob)))
  })
}

const isOnline = (product: ProductRow, call: Call): boolean =>
  isLive(product, call.shop.places.publications[0]!.id, call)
