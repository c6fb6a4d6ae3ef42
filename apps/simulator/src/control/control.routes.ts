import type { FastifyInstance } from 'fastify'
import type { OwnedCore } from '../core/open-core.ts'
import type { VendorModule } from '../core.ts'
import type { LiveOffer } from '../world/market.ts'
import type { AlibabaVendor } from '../vendors/1688/index.ts'
import { asBody, ControlRefusal, numberIn, readFault, readOfferChange, readVendor, textsIn } from './body-reading.ts'
import { controlPage } from './control.page.ts'
import { bindOrders1688 } from './orders-1688.routes.ts'
import { openScenarios } from './scenarios.ts'

export type ControlVendors = { alibaba: AlibabaVendor; shopify: ReturnType<VendorModule> }

/** The offer as the control API returns it: enough to choose a SKU and to see what a change did. */
const summaryOf = (offer: LiveOffer) => ({
  offerId: offer.offerId,
  title: offer.title,
  status: offer.status,
  quoteType: offer.quoteType,
  priceBasisPoints: offer.priceBasisPoints,
  tiers: offer.tiers,
  stock: offer.stock,
  supplier: offer.supplier.companyName,
  skus: offer.skus.map((sku) => ({
    skuId: sku.skuId,
    specId: sku.specId,
    priceFen: sku.priceFen,
    stock: sku.stock,
    values: sku.values.map((value) => value.value.zh),
  })),
})

/**
 * The control page and its JSON API under /control. It is for people and tests that run the simulator: no call of a vendor's API uses it,
 * and it is not part of either vendor's interface.
 */
export function bindControl(app: FastifyInstance, core: OwnedCore, vendors: ControlVendors): void {
  const { market } = vendors.alibaba
  const scenarios = openScenarios(core, market)
  const clockNow = () => ({
    now: core.clock.now(),
    offsetMs: core.clock.offset(),
    iso: new Date(core.clock.now()).toISOString(),
  })
  const credentials = () => ({ alibaba: vendors.alibaba.credentials(), shops: vendors.shopify.credentials() })

  // Opening the address without a path shows this page.
  app.get('/', (_request, reply) => reply.redirect('/control'))
  void app.register(
    (control, _options, done) => {
      control.setErrorHandler((error, _request, reply) => {
        const refused = error instanceof ControlRefusal || error instanceof RangeError
        void reply.code(refused ? 400 : 500).send({ error: error instanceof Error ? error.message : String(error) })
      })
      control.get('/', (_request, reply) =>
        reply
          .type('text/html; charset=utf-8')
          .send(controlPage({ origin: core.origin, seed: core.seed, scenarios, credentials: credentials() })),
      )
      control.get('/health', () => ({ ok: true, seed: core.seed, offers: market.all().length, ...clockNow() }))
      control.get('/credentials', credentials)
      bindFaults(control, core)
      bindLedger(control, core)
      control.get('/clock', clockNow)
      control.post('/clock', (request) => {
        const body = asBody(request.body)
        if (body['realign'] === true) core.clock.realign()
        else core.clock.advance(numberIn(body, 'advanceMs') ?? 0)
        return clockNow()
      })
      control.get('/quirks', () => ({ quirks: core.quirks.list() }))
      control.post('/quirks', (request) => {
        const { name, value } = asBody(request.body)
        const refusal = core.quirks.set(String(name), value)
        if (refusal) throw new ControlRefusal(refusal)
        return { quirks: core.quirks.list() }
      })
      control.post('/reset', () => {
        core.faults.clear()
        core.quirks.reset()
        core.ledger.clear()
        vendors.alibaba.reset()
        vendors.shopify.reset()
        return { done: '一切已回到初始（时钟不动）' }
      })
      control.get('/scenarios', () => ({
        scenarios: scenarios.map(({ name, title, help }) => ({ name, title, help })),
      }))
      control.post('/scenario', (request) => {
        const body = asBody(request.body)
        const scenario = scenarios.find((known) => known.name === body['name'])
        if (!scenario)
          throw new ControlRefusal(`unknown scenario; there are ${scenarios.map((known) => known.name).join(', ')}`)
        const percent = numberIn(body, 'percent')
        const offerIds = textsIn(body, 'offerIds')
        return {
          done: scenario.apply({ ...(percent === undefined ? {} : { percent }), ...(offerIds ? { offerIds } : {}) }),
        }
      })
      bindOrders1688(control, vendors.alibaba.trade, market)
      const offerOf = (offerId: string): LiveOffer => {
        const offer = market.get(offerId)
        if (!offer) throw new ControlRefusal(`no offer ${offerId}`)
        return offer
      }
      control.get<{ Params: { offerId: string } }>('/market/offer/:offerId', (request) =>
        summaryOf(offerOf(request.params.offerId)),
      )
      control.post('/market/offer', (request) => {
        const body = asBody(request.body)
        const offer = offerOf(String(body['offerId']))
        market.change(offer.offerId, readOfferChange(offer, asBody(body['change']), core.clock.now()))
        return summaryOf(offerOf(offer.offerId))
      })
      done()
    },
    { prefix: '/control' },
  )
}

function bindFaults(control: FastifyInstance, core: OwnedCore): void {
  control.get('/faults', () => ({ faults: core.faults.list() }))
  control.post('/faults', (request) => ({ fault: core.faults.add(readFault(asBody(request.body))) }))
  control.delete('/faults', () => {
    core.faults.clear()
    return { faults: [] }
  })
  control.delete<{ Params: { id: string } }>('/faults/:id', (request) => {
    if (!core.faults.remove(request.params.id)) throw new ControlRefusal(`no fault ${request.params.id}`)
    return { faults: core.faults.list() }
  })
}

type LedgerQuery = {
  vendor?: string
  call?: string
  account?: string
  outcome?: string
  afterSeq?: string
  limit?: string
}

function bindLedger(control: FastifyInstance, core: OwnedCore): void {
  control.get<{ Querystring: LedgerQuery }>('/ledger', (request) => {
    const { vendor, call, account, outcome, afterSeq, limit } = request.query
    return core.ledger.query({
      ...(vendor ? { vendor: readVendor(vendor) } : {}),
      ...(call ? { call } : {}),
      ...(account ? { account } : {}),
      ...(outcome ? { outcome } : {}),
      ...(afterSeq ? { afterSeq: Number(afterSeq) } : {}),
      ...(limit ? { limit: Number(limit) } : {}),
    })
  })
  control.delete('/ledger', () => {
    core.ledger.clear()
    return { total: 0, entries: [] }
  })
}
