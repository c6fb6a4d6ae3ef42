import type { InputOf, OutputOf } from '@huoqiao/contract'
import type { analyticsEndpoints } from '@huoqiao/contract/analytics/analytics.endpoints'
import { NO_SUMS } from '@huoqiao/contract/analytics/analytics.figures'
import type { DimensionName } from '@huoqiao/contract/analytics/analytics.figures'
import type { AnalyticsAnswer, AnalyticsRow } from '@huoqiao/contract/analytics/analytics.schema'
import { seeOneMoment } from '../../db/db.ts'
import type { Db, Tx } from '../../db/db.ts'
import { invalidField } from '../../platform/refusal.ts'
import type { StoresApi } from '../stores/index.ts'
import { MOST_ROWS, nameOf, othersOf, rowsBeside, spanFault, totalOf, withoutWholeOrders } from './analytics.rules.ts'
import type { RowBeside } from './analytics.rules.ts'
import { findChoices, findNames, findSums, isOfGoods, readWithoutHelpers } from './analytics.store.ts'
import type { GroupRow, SumsFilter } from './analytics.store.ts'
import type { FactsService } from './facts.service.ts'
import { addDays, comparedWith, daysIn, eachDay } from './spans.rules.ts'

type Endpoints = typeof analyticsEndpoints
type StoreNames = Awaited<ReturnType<StoresApi['storeNames']>>
export type AnalyticsService = ReturnType<typeof analyticsService>

/** Sales, costs and profit by one dimension of the contract. */
export function analyticsService(deps: {
  db: Db
  facts: Pick<FactsService, 'catchUp'>
  stores: Pick<StoresApi, 'storeNames'>
}) {
  const { db } = deps

  async function answerOf(
    tx: Tx,
    input: InputOf<Endpoints['getAnalytics']>,
    { behind, stores }: { behind: AnalyticsAnswer['behind']; stores: StoreNames | undefined },
  ): Promise<AnalyticsAnswer> {
    const { group, compare, ...filter } = input
    const { daysOf, largest, named } = readingsOf(tx, stores)
    const earlier = compare === 'none' ? null : comparedWith(filter.from, filter.to, compare)
    const then = earlier && { ...filter, ...earlier }
    const back = earlier ? daysIn(earlier.from, filter.from) - 1 : 0
    const daysBefore = then && (await daysOf(then))
    const beforeOf = new Map(daysBefore?.map(({ key, sums }) => [addDays(key, back), sums]))
    const days = (await daysOf(filter)).map(({ key, sums }) => ({
      key,
      sums,
      before: then && (beforeOf.get(key) ?? NO_SUMS),
    }))
    const whole = { sums: totalOf(days), before: daysBefore && totalOf(daysBefore) }
    const total = isOfGoods(group, filter)
      ? { sums: withoutWholeOrders(whole.sums), before: whole.before && withoutWholeOrders(whole.before) }
      : whole
    const { rows, isCut } = group === 'day' ? { rows: days, isCut: false } : await largest(filter, then, group)
    // Only if rows were cut: otherwise a missing row would be hidden in the remainder instead of showing as a difference from the total.
    const others = isCut ? othersOf(group, rows, total) : undefined
    return {
      rows: [...(await named(rows, group)), ...(others ? [others] : [])],
      total: total.sums,
      before: earlier && { ...earlier, total: total.before! },
      days: days.map(({ key, ...sums }) => ({ day: key, ...sums })),
      behind,
    }
  }

  return {
    async getAnalytics(input: InputOf<Endpoints['getAnalytics']>): Promise<AnalyticsAnswer> {
      const fault = spanFault(input)
      if (fault) throw invalidField(fault.field, fault.why)
      const behind = await deps.facts.catchUp()
      const stores = input.group === 'store' ? await deps.stores.storeNames() : undefined
      // One snapshot: orders counted between two statements would be in the total, but not in the rows.
      return db.transaction(async (tx) => {
        await seeOneMoment(tx)
        await readWithoutHelpers(tx, input)
        return answerOf(tx, input, { behind, stores })
      })
    },

    async getAnalyticsChoices(): Promise<OutputOf<Endpoints['getAnalyticsChoices']>> {
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

/** The queries of one answer; all read in one transaction. */
function readingsOf(tx: Tx, stores: StoreNames | undefined) {
  /** Every day of a period, including days without sales. */
  const daysOf = async (filter: SumsFilter): Promise<GroupRow[]> => {
    const found = new Map((await findSums(tx, filter, 'day')).map((row) => [row.key, row]))
    return eachDay(filter.from, filter.to).map((key) => found.get(key) ?? { key, sums: NO_SUMS })
  }

  /** The largest rows of a period, with the same rows of the compared period. One more than MOST_ROWS is read to see whether there are more. */
  const largest = async (filter: SumsFilter, then: SumsFilter | null, group: DimensionName) => {
    const most = MOST_ROWS + 1
    const now = await findSums(tx, filter, group, { most })
    const isCut = now.length === most
    const which = isCut ? { keys: now.map(({ key }) => key) } : { most }
    const before = then && (await findSums(tx, then, group, which))
    // Only the largest rows of the compared period were read. The rows of this period that are missing among them are read by key.
    const known = new Set(before?.map(({ key }) => key))
    const unread = then && !isCut && before!.length === most ? now.filter(({ key }) => !known.has(key)) : []
    const more =
      then && unread.length > 0 ? await findSums(tx, then, group, { keys: unread.map(({ key }) => key) }) : []
    return rowsBeside(now, before && [...before, ...more])
  }

  const named = async (rows: readonly RowBeside[], group: DimensionName): Promise<AnalyticsRow[]> => {
    const keys = rows.map(({ key }) => key)
    const names = await findNames(tx, group, keys)
    return rows.map((row) => {
      const { name = '', note = '', image = null } = names.get(row.key) ?? {}
      return {
        ...row,
        name: stores ? (stores.get(row.key) ?? '已删除的店铺') : nameOf(group, row.key, name),
        note,
        image,
      }
    })
  }
  return { daysOf, largest, named }
}
