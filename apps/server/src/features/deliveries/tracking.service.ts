import { CARRIER_NAMES, knownCarrier } from '@huoqiao/connector-shopify'
import type { TrackingRequest } from '@huoqiao/connector-shopify'
import type { ShipCarriers } from '@huoqiao/contract/deliveries/deliveries.schema'
import type { Tx } from '../../db/db.ts'
import { invalidField } from '../../platform/refusal.ts'
import type { DictionariesService } from '../dictionaries/index.ts'
import type { SystemConfigService } from '../system-config/index.ts'
import type { ShipmentRow } from './shipments.store.ts'
import { carrierLabel, templateFor, urlsFor } from './tracking.rules.ts'

export type TrackingService = ReturnType<typeof trackingService>
/** The dictionary of couriers to choose from (dictionaries.rules.ts, readBy). */
export const CARRIERS = 'carrier'

/** How a courier is reported to a shop: by name if the shop knows it, otherwise with a tracking address. */
export function trackingService(deps: {
  config: Pick<SystemConfigService, 'setting'>
  dictionaries: Pick<DictionariesService, 'queryDictionariesByCodes'>
}) {
  const settings = async (tx: Tx): Promise<{ carrierUrls: string; trackingUrl: string }> => ({
    carrierUrls: await deps.config.setting(tx, 'delivery.carrierUrls'),
    trackingUrl: await deps.config.setting(tx, 'delivery.trackingUrl'),
  })

  const entriesOf = async (tx: Tx): Promise<readonly { value: string; label: string }[]> =>
    (await deps.dictionaries.queryDictionariesByCodes(tx, [CARRIERS]))[0]?.entries ?? []

  return {
    /** The tracking data to store. Given addresses stay; for couriers that the shop links itself, none are added. */
    async complete(
      tx: Tx,
      request: { carrier: string; numbers: readonly string[]; urls?: readonly string[] | undefined },
    ): Promise<{ carrier: string; numbers: string[]; urls: string[] }> {
      const numbers = [...new Set(request.numbers)]
      const carrier = carrierLabel(await entriesOf(tx), request.carrier)
      if (request.urls && request.urls.length > 0 && request.urls.length !== numbers.length)
        throw invalidField('urls', '网址要与运单号一一对应')
      if (request.urls && request.urls.length > 0) return { carrier, numbers, urls: [...request.urls] }
      const urls = knownCarrier(carrier) === undefined ? urlsFor(await settings(tx), carrier, numbers) : []
      return { carrier, numbers, urls }
    },

    notifies: (tx: Tx, wanted: boolean | undefined): Promise<boolean> =>
      wanted === undefined ? deps.config.setting(tx, 'delivery.notifyCustomer') : Promise.resolve(wanted),

    async getShipCarriers(tx: Tx): Promise<ShipCarriers> {
      const given = await settings(tx)
      const carriers = (await entriesOf(tx)).map(({ value, label }) => {
        const known = knownCarrier(label) ?? null
        return {
          code: value,
          label,
          knownCarrier: known,
          urlTemplate: known === null ? templateFor(given, label) : null,
        }
      })
      return { carriers, known: [...CARRIER_NAMES], urlTemplate: given.trackingUrl }
    },
  }
}

/** Field names of the vendor's call (reference shopify-admin, section 5). */
export const requestOf = (row: Pick<ShipmentRow, 'carrier' | 'numbers' | 'urls'>): TrackingRequest => {
  const company = knownCarrier(row.carrier) ?? row.carrier
  return {
    ...(company === '' ? {} : { company }),
    numbers: row.numbers,
    ...(row.urls.length > 0 ? { urls: row.urls } : {}),
  }
}
