import type { Clock } from '../../platform/clock.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { ShopSnapshotService } from '../listings/index.ts'
import type { Patience } from './reconciliation.rules.ts'
import type { Surveyed, SurveyedWalk } from './reconciliation.types.ts'
import { compareShop } from './shop-compare.rules.ts'

const LISTINGS = 40

/** Compares listings with what their shops show now. */
export function shopWalk(deps: {
  clock: Clock
  patience(): Promise<Patience>
  snapshot: ShopSnapshotService
}): SurveyedWalk {
  const { snapshot } = deps

  return {
    pass: 'shops',
    count: () => snapshot.count(),
    async next(after) {
      const subjects = await snapshot.next(after, LISTINGS)
      const last = subjects.at(-1)
      return last === undefined ? undefined : { subjects, after: last }
    },
    async compare(listingIds, signal) {
      if ((await snapshot.moving(listingIds)).length > 0)
        throw new Refusal('state-not-allowed', { why: '正在同步到店铺，做完后再核对' })
      const { snapshots, unread } = await snapshot.snapshotOf(listingIds, signal)
      const [first] = unread
      if (first) throw first.refusal
      const patience = await deps.patience()
      return snapshots.flatMap((one) => compareShop(one, deps.clock.now(), patience))
    },
    survey() {
      const reported = new Set<string>()
      return Promise.resolve(async (listingIds: readonly string[], signal: AbortSignal): Promise<Surveyed> => {
        const { snapshots, unread } = await snapshot.snapshotOf(listingIds, signal)
        const patience = await deps.patience()
        const problems = unread.flatMap(({ storeId, storeName, refusal }) => {
          if (reported.has(storeId)) return []
          reported.add(storeId)
          return [`店铺 ${storeName}：${refusal.detail.why ?? refusal.message}`]
        })
        return {
          found: snapshots.flatMap((one) => compareShop(one, deps.clock.now(), patience)),
          problems,
          isWhole: unread.length === 0,
        }
      })
    },
  }
}
