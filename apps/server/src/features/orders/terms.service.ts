import { formatChinaDate } from '@huoqiao/kit'
import type { Tx } from '../../db/db.ts'
import type { Clock } from '../../platform/clock.ts'
import type { PricingService } from '../pricing/index.ts'
import type { StoresApi } from '../stores/index.ts'
import type { Terms } from './derive.rules.ts'
import { addRate, findFeeds, findRates } from './rates.store.ts'

export type TermsService = ReturnType<typeof termsService>

/** Exchange rates, fees and the price rule's international freight that an order's profit is calculated with. */
export function termsService(deps: {
  clock: Clock
  pricing: Pick<PricingService, 'ruleForStore'>
  stores: Pick<StoresApi, 'storesById'>
}) {
  /** The first rate of a currency is taken from the store's price rule, until a person types another one. */
  const firstRate = async (tx: Tx, storeId: string, currency: string): Promise<void> => {
    const store = (await deps.stores.storesById(tx, [storeId])).get(storeId)
    if (!store?.priceRuleId) return
    const usable = await deps.pricing.ruleForStore(tx, { priceRuleId: store.priceRuleId, currency })
    if ('why' in usable) return
    const now = new Date(deps.clock.now())
    await addRate(tx, {
      currency,
      day: formatChinaDate(deps.clock.now()),
      rate: usable.rule.rate,
      origin: 'price-rule',
      byName: null,
      version: 0,
      createdAt: now,
      updatedAt: now,
    })
  }

  /** Freight for one kilogram by the store's price rule, by store and currency; absent for a store without a usable rule. */
  async function freights(
    tx: Tx,
    orders: readonly { storeId: string; currency: string }[],
  ): Promise<Map<string, number>> {
    const asked = new Map(orders.map(({ storeId, currency }) => [`${storeId} ${currency}`, { storeId, currency }]))
    const stores = await deps.stores.storesById(tx, [...new Set(orders.map(({ storeId }) => storeId))])
    const found = new Map<string, number>()
    for (const [key, { storeId, currency }] of asked) {
      const priceRuleId = stores.get(storeId)?.priceRuleId
      if (!priceRuleId) continue
      const usable = await deps.pricing.ruleForStore(tx, { priceRuleId, currency })
      if ('rule' in usable) found.set(key, usable.rule.freightPerKgMinor)
    }
    return found
  }

  return {
    /** By order: the rate of its day, its store's fee, and the freight of its store's price rule. */
    async of(
      tx: Tx,
      orders: readonly { storeId: string; currency: string; orderedAt: Date }[],
    ): Promise<(order: { storeId: string; currency: string; orderedAt: Date }) => Terms> {
      const asked = new Map<string, { storeId: string; currency: string; day: string }>()
      for (const { storeId, currency, orderedAt } of orders) {
        const day = formatChinaDate(orderedAt.getTime())
        asked.set(`${currency} ${day}`, { storeId, currency, day })
      }
      const foreign = [...asked.values()].filter(({ currency }) => currency !== 'CNY')
      let rates = await findRates(tx, foreign)
      const missing = new Map(
        foreign.filter(({ currency, day }) => !rates.has(`${currency} ${day}`)).map((one) => [one.currency, one]),
      )
      if (missing.size > 0) {
        for (const { storeId, currency } of missing.values()) await firstRate(tx, storeId, currency)
        rates = await findRates(tx, foreign)
      }
      const fees = new Map((await findFeeds(tx)).map(({ storeId, feePercent }) => [storeId, feePercent]))
      const perKg = await freights(tx, orders)
      return ({ storeId, currency, orderedAt }) => {
        const day = formatChinaDate(orderedAt.getTime())
        return {
          rate: currency === 'CNY' ? { rate: '1', day } : rates.get(`${currency} ${day}`),
          feePercent: fees.get(storeId) ?? '0',
          freightPerKgMinor: perKg.get(`${storeId} ${currency}`) ?? 0,
        }
      }
    },
  }
}
