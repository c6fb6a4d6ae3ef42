import type { InputOf, OutputOf } from '@huoqiao/contract'
import type { ordersEndpoints } from '@huoqiao/contract/orders/orders.endpoints'
import type { ExchangeRate } from '@huoqiao/contract/orders/orders.schema'
import { parseChinaTime, parseRatio } from '@huoqiao/kit'
import type { Db, Tx } from '../../db/db.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { Call } from '../../platform/call.ts'
import type { Clock } from '../../platform/clock.ts'
import { Refusal, invalidField } from '../../platform/refusal.ts'
import type { StoresApi } from '../stores/index.ts'
import { findToReckon } from './feeds.store.ts'
import { reckonOrders } from './orders.jobs.ts'
import { findNextRateDay, findRate, findRatePage, saveRate } from './rates.store.ts'
import type { RateRow } from './rates.store.ts'
import type { WritingService } from './writing.service.ts'

type Endpoints = typeof ordersEndpoints
export type RatesService = ReturnType<typeof ratesService>
const SLICE = 500

const rateView = ({ byName, createdAt: _created, updatedAt, ...row }: RateRow): ExchangeRate => ({
  ...row,
  by: byName,
  updatedAt: updatedAt.getTime(),
})

/** Exchange rates by day, and the profits that depend on them. */
export function ratesService(deps: {
  db: Db
  clock: Clock
  jobs: Jobs
  writing: WritingService
  stores: Pick<StoresApi, 'allStores'>
}) {
  return {
    async queryExchangeRates(
      tx: Tx,
      { currency, page, pageSize }: InputOf<Endpoints['queryExchangeRates']>,
    ): Promise<OutputOf<Endpoints['queryExchangeRates']>> {
      const { rows, total } = await findRatePage(tx, currency, { page, pageSize })
      return { list: rows.map(rateView), total, page, pageSize }
    },

    async saveExchangeRate(tx: Tx, call: Call, input: InputOf<Endpoints['saveExchangeRate']>): Promise<ExchangeRate> {
      const { currency, day, rate, version } = input
      if (parseRatio(rate).units === 0n) throw invalidField('rate', '汇率必须大于0')
      if (currency === 'CNY') throw invalidField('currency', '人民币不需要汇率')
      const from = parseChinaTime(day)
      if (from === undefined) throw invalidField('day', '没有这一天')
      const before = await findRate(tx, currency, day)
      const now = new Date(deps.clock.now())
      const saved = await saveRate(tx, version, {
        currency,
        day,
        rate,
        origin: 'manual',
        byName: call.actor.name,
        version,
        createdAt: now,
        updatedAt: now,
      })
      if (!saved) throw new Refusal('stale', before ? { current: rateView(before) } : {})
      call.notes.object('exchange-rate', `${currency} ${day}`)
      call.notes.change('rate', before?.rate ?? null, rate)
      const until = await findNextRateDay(tx, currency, day)
      await deps.jobs.enqueue(tx, reckonOrders, {
        currency,
        ...((await isFirst(tx, currency, day)) ? {} : { from }),
        ...(until === undefined ? {} : { to: parseChinaTime(until) ?? undefined }),
      })
      return rateView(saved)
    },

    /** Recalculates profits in slices, because rates and fees may affect the orders of months. */
    async reckon(
      which: {
        storeId?: string | undefined
        priceRuleId?: string | undefined
        currency?: string | undefined
        from?: number | undefined
        to?: number | undefined
      },
      signal: AbortSignal,
    ): Promise<void> {
      const span = {
        storeIds: await storesOf(which),
        currency: which.currency,
        from: which.from === undefined ? undefined : new Date(which.from),
        to: which.to === undefined ? undefined : new Date(which.to),
      }
      for (let after: string | undefined; ;) {
        signal.throwIfAborted()
        const ids = await findToReckon(deps.db.handle, span, after, SLICE)
        if (ids.length === 0) return
        await deps.db.transaction((tx) => deps.writing.change(tx, ids, () => ({})))
        after = ids.at(-1)
      }
    },
  }

  /** Undefined: all stores. */
  async function storesOf(which: {
    storeId?: string | undefined
    priceRuleId?: string | undefined
  }): Promise<string[] | undefined> {
    if (which.priceRuleId === undefined) return which.storeId === undefined ? undefined : [which.storeId]
    const all = await deps.stores.allStores(deps.db.handle)
    return all.filter(({ priceRuleId }) => priceRuleId === which.priceRuleId).map(({ id }) => id)
  }

  /** The first stored rate also applies to all days before it. */
  async function isFirst(tx: Tx, currency: string, day: string): Promise<boolean> {
    const { rows } = await findRatePage(tx, currency, { page: 1, pageSize: 1_000 })
    return rows.every((row) => row.day >= day)
  }
}
