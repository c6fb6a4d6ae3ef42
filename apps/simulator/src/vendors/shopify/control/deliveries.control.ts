import type { FastifyInstance } from 'fastify'
import { ControlRefusal } from '../../../control/body-reading.ts'
import type { WebhookRow } from '../rows.ts'
import type { ShopState } from '../shop-state.ts'
import type { Courier } from '../webhooks/courier.ts'
import type { DeliveryRow } from '../webhooks/delivery.rows.ts'

const LISTED = 100

type LogQuery = { Params: { shop: string }; Querystring: { topic?: string; state?: string; limit?: string } }
type One = { Params: { shop: string; id: string } }

/** The log of webhook deliveries with their attempts, the stored body of one, and sending one again. */
export function bindDeliveries(control: FastifyInstance, shopOf: (slug: string) => ShopState, courier: Courier): void {
  control.get<LogQuery>('/:shop/deliveries', (request) => {
    const { topic, state, limit } = request.query
    const found = Array.from<DeliveryRow>(shopOf(request.params.shop).deliveries.values()).filter(
      (row) => (!topic || row.topic === topic) && (!state || row.state === state),
    )
    return { total: found.length, deliveries: found.slice(-Number(limit ?? LISTED)).toReversed() }
  })
  control.get<One>('/:shop/deliveries/:id', (request) => {
    const shop = shopOf(request.params.shop)
    const delivery = shop.deliveries.get(request.params.id)
    if (!delivery) throw new ControlRefusal(`no delivery ${request.params.id}`)
    const body: unknown = JSON.parse(shop.deliveryBodies.get(request.params.id)?.text ?? 'null')
    return { delivery, body }
  })
  control.post<One>('/:shop/deliveries/:id/resend', (request) => {
    if (!courier.resend(shopOf(request.params.shop), request.params.id))
      throw new ControlRefusal(`no delivery ${request.params.id}`)
    return { done: '已重发' }
  })
  control.get<{ Params: { shop: string } }>('/:shop/webhooks', (request) => {
    const shop = shopOf(request.params.shop)
    return { webhooks: Array.from<WebhookRow>(shop.webhooks.values()) }
  })
}
