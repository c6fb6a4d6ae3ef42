import type { FastifyInstance } from 'fastify'
import { asBody, ControlRefusal, numberIn, textIn, textsIn } from '../../../control/body-reading.ts'
import type { Body } from '../../../control/body-reading.ts'
import { heldScopes } from '../access-tokens.ts'
import { gid } from '../gid.ts'
import { makeBusyDay, SHARES } from '../orders/busy-day.ts'
import type { Shares } from '../orders/busy-day.ts'
import type { OrderRow } from '../orders/order.rows.ts'
import { placeOrder } from '../orders/place-order.ts'
import { PRESENTMENT, PurchaseRefused } from '../orders/purchase.ts'
import type { Purchase, PurchaseLine } from '../orders/purchase.ts'
import { shopperOf } from '../orders/shoppers.ts'
import type { ShopifyQuirks } from '../quirks.ts'
import type { OpenShop, ShopState } from '../shop-state.ts'
import type { Courier } from '../webhooks/courier.ts'
import { controlPage } from './shops.page.ts'
import { bindDeliveries } from './deliveries.control.ts'
import { ORDER_ACTIONS } from './order-actions.ts'
import { orderWitness } from './order-witness.ts'
import { changePlace } from './places.control.ts'
import { changeLocale, changeMarket, changeTranslation, translationWitness } from './languages.control.ts'

export type OrderControlDeps = { shops: ReadonlyMap<string, OpenShop>; courier: Courier; quirks: ShopifyQuirks }

const LISTED = 50
const MOST_ORDERS = 20_000

type ShopParams = { Params: { shop: string } }
type OrderParams = { Params: { shop: string; order: string; action: string } }

/** The control API of the simulated shops under /control/shopify/{shop}: shoppers, staff, deliveries. For people and tests only. */
export function bindOrderControl(app: FastifyInstance, deps: OrderControlDeps): void {
  const shopOf = (slug: string): ShopState => {
    const open = deps.shops.get(slug)
    if (!open) throw new ControlRefusal(`no shop ${slug}; there are ${Array.from(deps.shops.keys()).join(', ')}`)
    return open.state
  }
  void app.register(
    (control, _options, done) => {
      control.setErrorHandler((error, _request, reply) => {
        const refused = [ControlRefusal, PurchaseRefused, RangeError].some((kind) => error instanceof kind)
        void reply.code(refused ? 400 : 500).send({ error: error instanceof Error ? error.message : String(error) })
      })
      const shopsShown = () =>
        Array.from(deps.shops.values(), ({ state: { facts } }) => ({
          slug: facts.slug,
          name: facts.name,
          currencies: [facts.currency, ...Object.keys(PRESENTMENT[facts.currency] ?? {})],
        }))
      control.get('/', (_request, reply) => reply.type('text/html; charset=utf-8').send(controlPage(shopsShown())))
      bindBuying(control, shopOf)
      bindOrders(control, shopOf)
      bindDeliveries(control, shopOf, deps.courier)
      control.post<ShopParams>('/:shop/app', (request) =>
        changeApp(shopOf(request.params.shop), asBody(request.body), deps.quirks),
      )
      control.get<ShopParams>('/:shop/places', (request) => ({
        locations: shopOf(request.params.shop).places.everywhere(),
      }))
      control.post<ShopParams>('/:shop/places', (request) =>
        changePlace(shopOf(request.params.shop), asBody(request.body)),
      )
      bindLanguages(control, shopOf, deps.quirks)
      control.post<ShopParams>('/:shop/settings', (request) => {
        const shop = shopOf(request.params.shop)
        shop.events.emit(shop, 'shop/update', {})
        return { done: '已通知店铺资料变化' }
      })
      done()
    },
    { prefix: '/control/shopify' },
  )
}

function bindLanguages(control: FastifyInstance, shopOf: (slug: string) => ShopState, quirks: ShopifyQuirks): void {
  control.get<ShopParams>('/:shop/locales', (request) => ({ locales: shopOf(request.params.shop).locales.all() }))
  control.post<ShopParams>('/:shop/locales', (request) =>
    changeLocale(shopOf(request.params.shop), asBody(request.body)),
  )
  control.get<ShopParams>('/:shop/markets', (request) => ({ markets: shopOf(request.params.shop).markets.all() }))
  control.post<ShopParams>('/:shop/markets', (request) =>
    changeMarket(shopOf(request.params.shop), asBody(request.body)),
  )
  control.get<ShopParams & { Querystring: { resourceId?: string } }>('/:shop/translations', (request) =>
    translationWitness(shopOf(request.params.shop), request.query.resourceId ?? ''),
  )
  control.post<ShopParams>('/:shop/translations', (request) =>
    changeTranslation(shopOf(request.params.shop), asBody(request.body), quirks),
  )
}

function bindBuying(control: FastifyInstance, shopOf: (slug: string) => ShopState): void {
  control.get<ShopParams>('/:shop/variants', (request) => {
    const shop = shopOf(request.params.shop)
    const variants = shop.products.sorted().flatMap((product) =>
      product.variants.map((variant) => ({
        variantId: variant.id,
        product: product.title,
        status: product.status,
        sku: variant.sku,
        priceMinor: variant.priceMinor,
        stock: variant.levels.reduce((sum, level) => sum + level.available, 0),
      })),
    )
    return { variants }
  })
  control.post<ShopParams>('/:shop/orders', (request) => {
    const shop = shopOf(request.params.shop)
    return { order: orderWitness(placeOrder(shop, readPurchase(asBody(request.body), shop))) }
  })
  control.post<ShopParams>('/:shop/busy-day', async (request) => {
    const body = asBody(request.body)
    const count = numberIn(body, 'count') ?? 100
    if (!Number.isInteger(count) || count < 1 || count > MOST_ORDERS)
      throw new ControlRefusal(`count takes 1 to ${MOST_ORDERS}`)
    const variantIds = textsIn(body, 'variantIds')
    const startedAt = performance.now()
    const done = await makeBusyDay(shopOf(request.params.shop), {
      count,
      shares: readShares(asBody(body['shares'])),
      hours: numberIn(body, 'hours') ?? 0,
      ...(variantIds ? { variantIds } : {}),
    })
    return { ...done, ms: Math.round(performance.now() - startedAt), done: `${done.orders} 张订单` }
  })
}

function readShares(body: Body): Partial<Shares> {
  const shares: Partial<Shares> = {}
  for (const name of Object.keys(body)) {
    if (!(name in SHARES)) throw new ControlRefusal(`shares are ${Object.keys(SHARES).join(', ')}`)
    shares[name as keyof Shares] = numberIn(body, name) ?? 0
  }
  return shares
}

/** A purchase; what the request leaves out is generated: a shopper, an address, payment at once. */
function readPurchase(body: Body, shop: ShopState): Purchase {
  const shopper = shopperOf(shop.orders.size)
  const lines = Array.isArray(body['lines']) ? (body['lines'] as PurchaseLine[]) : []
  const { address, ...customer } = shopper
  const at = textIn(body, 'at')
  if (at !== undefined && !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/.test(at))
    throw new ControlRefusal('at takes an instant as text, such as 2026-11-23T05:00:00Z')
  if (at !== undefined && Number.isNaN(Date.parse(at))) throw new ControlRefusal('at is no instant')
  const given = body as Partial<Purchase>
  return {
    ...given,
    lines: lines.map((line) => ({
      ...line,
      ...(line.variantId && /^\d+$/.test(line.variantId) ? { variantId: gid('ProductVariant', line.variantId) } : {}),
    })),
    customer: given.customer ?? customer,
    shippingAddress: given.shippingAddress === undefined ? address : given.shippingAddress,
  }
}

/** An order by number (1001), name (#1001) or gid. */
function orderOf(shop: ShopState, key: string): OrderRow {
  const order =
    shop.orders.get(key) ?? shop.orders.get(gid('Order', key)) ?? shop.orders.byNumber(Number(key.replace(/^#/, '')))
  if (!order) throw new ControlRefusal(`no order ${key}`)
  return order
}

function bindOrders(control: FastifyInstance, shopOf: (slug: string) => ShopState): void {
  control.get<ShopParams & { Querystring: { limit?: string } }>('/:shop/orders', (request) => {
    const all = shopOf(request.params.shop).orders.all()
    const limit = Number(request.query.limit ?? LISTED)
    return { total: all.length, orders: all.slice(-limit).toReversed().map(orderWitness) }
  })
  control.get<OrderParams>('/:shop/orders/:order', (request) => ({
    order: orderWitness(orderOf(shopOf(request.params.shop), request.params.order)),
  }))
  control.post<OrderParams>('/:shop/orders/:order/:action', (request) => {
    const shop = shopOf(request.params.shop)
    const order = orderOf(shop, request.params.order)
    const act = ORDER_ACTIONS[request.params.action]
    if (!act) throw new ControlRefusal(`unknown action; there are ${Object.keys(ORDER_ACTIONS).join(', ')}`)
    act(shop, order, asBody(request.body))
    const now = shop.orders.get(order.id)
    return { done: `#${order.number} ${request.params.action}`, order: now ? orderWitness(now) : null }
  })
  control.get<ShopParams>('/:shop/fulfillments', (request) => {
    const sent = shopOf(request.params.shop)
      .orders.all()
      .filter((order) => order.fulfillments.length > 0)
      .map(orderWitness)
      .map(({ id, number, fulfillments, lines }) => ({ id, number, fulfillments, lines }))
    return { orders: sent }
  })
}

/** Uninstalls the app (tokens and subscriptions are deleted), or sends it the event of changed scopes. */
function changeApp(shop: ShopState, body: Body, quirks: ShopifyQuirks): object {
  if (body['action'] === 'uninstall') {
    shop.events.emit(shop, 'app/uninstalled', {})
    shop.tokens.clear()
    shop.webhooks.clear()
    return { done: '应用已卸载：令牌与订阅已失效，重新取令牌即为重装' }
  }
  if (body['action'] === 'scopes') {
    const current = Array.from(heldScopes(quirks)).sort()
    shop.events.emit(shop, 'app/scopes_update', { scopes: { previous: current, current } })
    return { done: '已通知权限变化', scopes: current }
  }
  throw new ControlRefusal('action takes uninstall or scopes')
}
