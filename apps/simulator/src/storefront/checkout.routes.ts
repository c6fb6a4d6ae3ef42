import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Call } from '../vendors/shopify/call.ts'
import { placeOrder } from '../vendors/shopify/orders/place-order.ts'
import { PurchaseRefused } from '../vendors/shopify/orders/purchase.ts'
import { basketCookie, readBasket, withLine } from './cart.cookie.ts'
import type { Basket } from './cart.cookie.ts'
import { cartLines, cartPage } from './cart.page.ts'
import { formProblem, purchaseOf, readForm } from './checkout.form.ts'
import { checkoutPage, thankYouPage } from './checkout.page.ts'
import { missingPage } from './page.frame.ts'

type Shop = { Params: { shop: string }; Body: Record<string, string> | null }

/** Basket, checkout and thank-you page of a simulated shop. Plain forms that need no JavaScript. */
export function bindCheckout(app: FastifyInstance, shopOf: (slug: string) => Call | undefined): void {
  const html = (reply: FastifyReply, page: string, status = 200): FastifyReply =>
    reply.code(status).type('text/html; charset=utf-8').header('cache-control', 'no-store').send(page)
  const nowhere = (reply: FastifyReply): FastifyReply => html(reply, missingPage('This shop does not exist.'), 404)

  app.get<Shop>('/shops/:shop/cart', (request, reply) => {
    const call = shopOf(request.params.shop)
    return call ? html(reply, cartPage(call, cartLines(call, readBasket(request.headers.cookie)))) : nowhere(reply)
  })
  app.post<Shop>('/shops/:shop/cart', (request, reply) => {
    const { shop } = request.params
    if (!shopOf(shop)) return nowhere(reply)
    const body = request.body ?? {}
    const basket = changed(readBasket(request.headers.cookie), body)
    const goal = body['do'] === 'checkout' ? 'checkout' : 'cart'
    return reply.header('set-cookie', basketCookie(basket, shop)).redirect(`/shops/${shop}/${goal}`, 303)
  })
  app.get<Shop>('/shops/:shop/checkout', (request, reply) => {
    const call = shopOf(request.params.shop)
    if (!call) return nowhere(reply)
    const lines = cartLines(call, readBasket(request.headers.cookie))
    if (lines.length === 0) return reply.redirect(`/shops/${request.params.shop}/cart`)
    return html(reply, checkoutPage(call, lines, readForm({}, call.shop.facts.country.code)))
  })
  app.post<Shop>('/shops/:shop/checkout', (request, reply) => {
    const { shop } = request.params
    const call = shopOf(shop)
    if (!call) return nowhere(reply)
    const basket = readBasket(request.headers.cookie)
    const form = readForm(request.body, call.shop.facts.country.code)
    const again = (problem: string): FastifyReply =>
      html(reply, checkoutPage(call, cartLines(call, basket), form, problem), 422)
    const problem = formProblem(form, call.shop.facts.currency)
    if (problem) return again(problem)
    try {
      const { currency, country } = call.shop.facts
      const till = { currency, country: country.code, dutyPercent: call.quirks.dutyPercent() }
      const order = placeOrder(call.shop, purchaseOf(form, basket, till))
      const page = `/shops/${shop}/orders/${order.token}`
      return reply.header('set-cookie', basketCookie([], shop)).redirect(page, 303)
    } catch (error) {
      if (error instanceof PurchaseRefused) return again(`We could not take your order: ${error.message}`)
      throw error
    }
  })
  app.get<{ Params: { shop: string; token: string } }>('/shops/:shop/orders/:token', (request, reply) => {
    const call = shopOf(request.params.shop)
    const order = call?.shop.orders.all().findLast((row) => row.token === request.params.token)
    if (!call || !order) return html(reply, missingPage('We could not find that order.', call), 404)
    return html(reply, thankYouPage(call, order))
  })
}

/** A posted basket form: one variant to add, or new quantities of the existing lines. */
function changed(basket: Basket, body: Record<string, string>): Basket {
  const added = body['variant']
  if (added !== undefined && /^\d{1,20}$/.test(added))
    return withLine(basket, added, Math.floor(Number(body['quantity'] ?? 1)) || 0, false)
  return Object.entries(body).reduce((lines, [name, value]) => {
    const variant = /^quantity-(\d{1,20})$/.exec(name)?.[1]
    return variant === undefined ? lines : withLine(lines, variant, Math.floor(Number(value)) || 0, true)
  }, basket)
}
