import { CARRIER_NAMES, knownCarrier } from '@huoqiao/connector-shopify'
import type { TrackingWish } from '@huoqiao/connector-shopify'
import type { ShipCarriers } from '@huoqiao/contract/deliveries/deliveries.schema'
import type { Tx } from '../../db/db.ts'
import { invalidField } from '../../platform/refusal.ts'
import type { DictionariesService } from '../dictionaries/index.ts'
import type { SystemConfigService } from '../system-config/index.ts'
import { countByCarrier } from './shipments.store.ts'
import type { ShipmentRow } from './shipments.store.ts'
import { carrierLabel, templateFor, urlsFor } from './tracking.rules.ts'

export type TrackingService = ReturnType<typeof trackingService>
/** Couriers that people choose from (dictionaries.rules.ts, readBy). */
const DICTIONARY = 'carrier'

/** How a courier is told to a shop: by its name where the shop knows it, else with an address to follow. */
export function trackingService(deps: {
  config: Pick<SystemConfigService, 'setting'>
  dictionaries: Pick<DictionariesService, 'queryByCodes' | 'keepWhile'>
}) {
  deps.dictionaries.keepWhile(DICTIONARY, async (tx, entries) => {
    // A shipment keeps the label; older ones the code.
    const held = new Map(
      (
        await countByCarrier(
          tx,
          entries.flatMap(({ value, label }) => [value, label]),
        )
      ).map(({ carrier, n }) => [carrier, n]),
    )
    return new Map(
      entries.flatMap(({ value, label }) => {
        const n = [...new Set([value, label])].reduce((sum, name) => sum + (held.get(name) ?? 0), 0)
        return n > 0 ? [[value, `${n} 个发货单`] as const] : []
      }),
    )
  })
  const settings = async (tx: Tx): Promise<{ carrierUrls: string; trackingUrl: string }> => ({
    carrierUrls: await deps.config.setting(tx, 'delivery.carrierUrls'),
    trackingUrl: await deps.config.setting(tx, 'delivery.trackingUrl'),
  })

  const entriesOf = async (tx: Tx): Promise<readonly { value: string; label: string }[]> =>
    (await deps.dictionaries.queryByCodes(tx, [DICTIONARY]))[0]?.entries ?? []

  return {
    /** What is kept of a wish. Given addresses stay; none are made for couriers that the shop makes links for. */
    async complete(
      tx: Tx,
      wish: { carrier: string; numbers: readonly string[]; urls?: readonly string[] | undefined },
    ): Promise<{ carrier: string; numbers: string[]; urls: string[] }> {
      const numbers = [...new Set(wish.numbers)]
      const carrier = carrierLabel(await entriesOf(tx), wish.carrier)
      if (wish.urls && wish.urls.length > 0 && wish.urls.length !== numbers.length)
        throw invalidField('urls', '网址要与运单号一一对应')
      if (wish.urls && wish.urls.length > 0) return { carrier, numbers, urls: [...wish.urls] }
      const urls = knownCarrier(carrier) === undefined ? urlsFor(await settings(tx), carrier, numbers) : []
      return { carrier, numbers, urls }
    },

    notifies: (tx: Tx, wish: boolean | undefined): Promise<boolean> =>
      wish === undefined ? deps.config.setting(tx, 'delivery.notifyCustomer') : Promise.resolve(wish),

    async carriers(tx: Tx): Promise<ShipCarriers> {
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

/** The names of the vendor's call (reference shopify-admin, section 5). */
export const wishOf = (row: Pick<ShipmentRow, 'carrier' | 'numbers' | 'urls'>): TrackingWish => {
  const company = knownCarrier(row.carrier) ?? row.carrier
  return {
    ...(company === '' ? {} : { company }),
    numbers: row.numbers,
    ...(row.urls.length > 0 ? { urls: row.urls } : {}),
  }
}
