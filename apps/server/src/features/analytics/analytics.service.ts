import type { InputOf, OutputOf } from '@huoqiao/contract'
import type { analyticsEndpoints } from '@huoqiao/contract/analytics/analytics.endpoints'
import { NO_SUMS } from '@huoqiao/contract/analytics/analytics.figures'
import type { AnalyticsAnswer, AnalyticsFilter } from '@huoqiao/contract/analytics/analytics.schema'
import type { Db } from '../../db/db.ts'
import { invalidField } from '../../platform/refusal.ts'
import type { StoresApi } from '../stores/index.ts'
import { nameOf, rowsBeside, spanFault, totalOf, withoutWholeOrders } from './analytics.rules.ts'
import { findChoices, findSums, isOfGoods } from './analytics.store.ts'
import type { GroupRow, SumsFilter } from './analytics.store.ts'
import type { FactsService } from './facts.service.ts'
import { addDays, comparedWith, daysIn, eachDay } from './spans.rules.ts'

type Endpoints = typeof analyticsEndpoints
export type AnalyticsService = ReturnType<typeof analyticsService>

/** What was sold and what it brought, by any of the contract's dimensions. */
export function analyticsService(deps: {
  db: Db
  facts: Pick<FactsService, 'catchUp'>
  stores: Pick<StoresApi, 'storeNames'>
}) {
  const { db } = deps

  /** Rows of a time with their names; days that nothing was sold on stand there, too. */
  const rowsOf = async (filter: SumsFilter, group: AnalyticsFilter['group']): Promise<GroupRow[]> => {
    const ofGoods = isOfGoods(group, filter)
    const found = (await findSums(db.handle, filter, group)).map((row) =>
      ofGoods ? { ...row, sums: withoutWholeOrders(row.sums) } : row,
    )
    if (group === 'day') {
      const byDay = new Map(found.map((row) => [row.key, row]))
      return eachDay(filter.from, filter.to).map(
        (day) => byDay.get(day) ?? { key: day, name: day, note: '', image: null, sums: NO_SUMS },
      )
    }
    const stores = group === 'store' ? await deps.stores.storeNames() : undefined
    return found.map((row) => ({
      ...row,
      name: stores ? (stores.get(row.key) ?? '已删除的店铺') : nameOf(group, row.key, row.name),
    }))
  }

  return {
    async query(input: InputOf<Endpoints['getAnalytics']>): Promise<AnalyticsAnswer> {
      const { group, compare, ...filter } = input
      const fault = spanFault(filter)
      if (fault) throw invalidField(fault.field, fault.why)
      const behind = await deps.facts.catchUp()
      const earlier = compare === 'none' ? null : comparedWith(filter.from, filter.to, compare)
      const then = earlier && { ...filter, ...earlier }
      const [rows, before] = [await rowsOf(filter, group), then && (await rowsOf(then, group))]
      const back = earlier ? daysIn(earlier.from, filter.from) - 1 : 0
      const days = group === 'day' ? rows : await rowsOf(filter, 'day')
      const daysBefore = then && (group === 'day' ? before! : await rowsOf(then, 'day'))
      const beforeOf = new Map(daysBefore?.map(({ key, sums }) => [addDays(key, back), sums]))
      const shown =
        group === 'day'
          ? rows.map((row) => ({ ...row, name: row.key, before: then && (beforeOf.get(row.key) ?? NO_SUMS) }))
          : rowsBeside(group, rows, before)
      return {
        rows: shown,
        total: totalOf(rows),
        before: earlier && { ...earlier, total: totalOf(before!) },
        days: days.map(({ key, sums }) => ({ day: key, sums, before: then && (beforeOf.get(key) ?? NO_SUMS) })),
        behind,
      }
    },

    async choices(): Promise<OutputOf<Endpoints['getAnalyticsChoices']>> {
      const { suppliers, countries, categories } = await findChoices(db.handle)
      const as = (group: 'supplier' | 'country' | 'category', all: typeof suppliers): typeof suppliers =>
        all.map(({ key, name }) => ({ key, name: nameOf(group, key, name) }))
      return {
        suppliers: as('supplier', suppliers),
        countries: as('country', countries),
        categories: as('category', categories),
      }
    },
  }
}
