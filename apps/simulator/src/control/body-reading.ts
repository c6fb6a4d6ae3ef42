import type { Fault, FaultKind, Vendor } from '../core.ts'
import { UNTIL_REMOVED } from '../core/faults.ts'
import type { LiveOffer, OfferChange } from '../world/market.ts'
import { addedSkuId } from './scenarios.ts'

/** A request of the control API that is not valid; its message is shown unchanged. */
export class ControlRefusal extends Error {}

export type Body = Readonly<Record<string, unknown>>

export const asBody = (value: unknown): Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Body) : {}

export const textIn = (body: Body, name: string): string | undefined => {
  const value = body[name]
  if (value === undefined || value === '' || value === null) return undefined
  if (typeof value !== 'string') throw new ControlRefusal(`${name} takes text`)
  return value
}

export const numberIn = (body: Body, name: string): number | undefined => {
  const value = body[name]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new ControlRefusal(`${name} takes a number`)
  return value
}

export const textsIn = (body: Body, name: string): string[] | undefined => {
  const value = body[name]
  if (value === undefined) return undefined
  if (!Array.isArray(value)) throw new ControlRefusal(`${name} takes a list`)
  return value.map(String)
}

export function readVendor(value: unknown): Vendor {
  if (value === '1688' || value === 'shopify') return value
  throw new ControlRefusal('vendor takes 1688 or shopify')
}

function readFaultKind(body: Body): FaultKind {
  const kind = body['kind']
  switch (kind) {
    case 'refuse': {
      const code = textIn(body, 'code')
      if (code === undefined) throw new ControlRefusal('a refusal needs a code')
      const message = textIn(body, 'message')
      const status = numberIn(body, 'status')
      return { kind, code, ...(message === undefined ? {} : { message }), ...(status === undefined ? {} : { status }) }
    }
    case 'slow':
    case 'drop-then':
      return { kind, ms: Math.max(0, numberIn(body, 'ms') ?? 3000) }
    case 'drop-before':
    case 'drop-after':
    case 'fail-after':
    case 'expire-token':
    case 'throttle':
      return { kind }
    default:
      throw new ControlRefusal(
        'fault.kind takes refuse, slow, drop-before, drop-after, drop-then, fail-after, expire-token or throttle',
      )
  }
}

/** A new fault: by default for every call, and once; `times` of 0 or less means until it is removed. */
export function readFault(body: Body): Omit<Fault, 'id' | 'seen'> {
  const account = textIn(body, 'account')
  const chance = numberIn(body, 'chance')
  const times = numberIn(body, 'times') ?? 1
  return {
    vendor: readVendor(body['vendor']),
    call: textIn(body, 'call') ?? '*',
    ...(account === undefined ? {} : { account }),
    times: times <= 0 ? UNTIL_REMOVED : Math.ceil(times),
    every: Math.max(1, Math.floor(numberIn(body, 'every') ?? 1)),
    ...(chance === undefined ? {} : { chance: Math.min(1, Math.max(0, chance)) }),
    fault: readFaultKind(asBody(body['fault'])),
  }
}

function readStock(offer: LiveOffer, value: unknown): Record<string, number> {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0)
    return Object.fromEntries([['', value], ...offer.skus.map((sku) => [sku.skuId, value] as const)])
  const bySku = Object.entries(asBody(value))
  if (bySku.length === 0 || !bySku.every(([, count]) => Number.isInteger(count)))
    throw new ControlRefusal('stock takes a whole number, or numbers by SKU id')
  return Object.fromEntries(bySku) as Record<string, number>
}

/** Change of one offer: {status, priceFactor, minOrderQuantity, stock, removeSku, addSku: {zh, en}, title: {zh, en}, gone}; all optional. */
export function readOfferChange(offer: LiveOffer, body: Body, now: number): OfferChange {
  const status = textIn(body, 'status')
  const factor = numberIn(body, 'priceFactor')
  const removeSku = textIn(body, 'removeSku')
  const added = asBody(body['addSku'])
  const title = asBody(body['title'])
  const minimum = numberIn(body, 'minOrderQuantity')
  if (minimum !== undefined && (!Number.isInteger(minimum) || minimum < 1))
    throw new ControlRefusal('minOrderQuantity must be a whole number above 0')
  if (factor !== undefined && factor <= 0) throw new ControlRefusal('priceFactor must be above 0')
  if (removeSku !== undefined && !offer.skus.some((sku) => sku.skuId === removeSku))
    throw new ControlRefusal(`offer ${offer.offerId} has no SKU ${removeSku}`)
  const change: OfferChange = {
    ...(status === undefined ? {} : { status }),
    ...(factor === undefined ? {} : { priceBasisPoints: Math.round(offer.priceBasisPoints * factor) }),
    ...(minimum === undefined ? {} : { minOrderQuantity: minimum }),
    ...(typeof body['gone'] === 'boolean' ? { gone: body['gone'] } : {}),
    ...(body['stock'] === undefined ? {} : { stock: readStock(offer, body['stock']) }),
    ...(removeSku === undefined ? {} : { removedSkus: [removeSku] }),
    ...(textIn(added, 'zh') === undefined
      ? {}
      : {
          addedSkus: [
            {
              skuId: addedSkuId(offer.offerId, now),
              value: { zh: textIn(added, 'zh')!, en: textIn(added, 'en') ?? textIn(added, 'zh')! },
            },
          ],
        }),
    ...(textIn(title, 'zh') === undefined
      ? {}
      : { title: { zh: textIn(title, 'zh')!, en: textIn(title, 'en') ?? offer.title.en } }),
  }
  if (Object.keys(change).length === 0) throw new ControlRefusal('the change names nothing to change')
  return change
}
