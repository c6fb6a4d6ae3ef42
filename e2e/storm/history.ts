import type { Clerk, Purchase } from './clerk.ts'
import type { Fleet } from './fleet.ts'
import { fact, none } from './proof.ts'
import type { Fact } from './proof.ts'
import type { MarketOrder, World } from './world.ts'

export type Act = { kind: string; key: string; state: string }
type History = {
  /** numbers of the purchases that were confirmed to the clerk */
  acknowledged: readonly string[]
  purchases: readonly Pick<Purchase, 'id' | 'number'>[]
  market: readonly Pick<MarketOrder, 'orderId' | 'outOrderId'>[]
  acts: readonly Act[]
}

export async function proveHistory(fleet: Fleet, world: World, clerk: Clerk): Promise<Fact[]> {
  return judge({
    acknowledged: clerk.acknowledged(),
    purchases: await clerk.purchases(),
    market: await world.marketOrders(),
    acts: await fleet.query<Act>('select kind, key, state from remote_act order by created_at'),
  })
}

/** Kinds of acts that may happen only once per object. Payment is not one of them: an order is paid once per stage. */
const ONCE = new Set(['place', 'fulfil', 'refund', 'cancel'])

/**
 * Compares what was done with what was reported: every write confirmed to the clerk exists, nothing was done twice by the acts or without
 * an act, and no act is left open.
 */
export function judge({ acknowledged, purchases, market, acts }: History): Fact[] {
  const ids = new Map(purchases.map(({ id, number }) => [number, id]))
  const reported = none(
    `确认过而不见的写入（共 ${acknowledged.length} 项）`,
    acknowledged.filter((number) => !ids.has(number)),
  )
  const happened = new Map<string, number>()
  for (const { kind, key, state } of acts)
    if (ONCE.has(kind) && (state === 'done' || state === 'found'))
      happened.set(`${kind} ${key}`, (happened.get(`${kind} ${key}`) ?? 0) + 1)
  const unasked = market.filter(({ outOrderId }) => !happened.has(`place ${ids.get(outOrderId ?? '')}`))
  return [
    reported,
    fact('远程动作', acts.length, '至少 1', acts.length > 0),
    none(
      '同一对象做成两次的动作',
      Array.from(happened).flatMap(([key, times]) => (times > 1 ? [`${key} ${times} 次`] : [])),
    ),
    none(
      '没有做成的动作与之对应的1688订单',
      unasked.map(({ orderId }) => orderId),
    ),
    none(
      '没有结果的动作',
      acts.flatMap(({ kind, key, state }) =>
        ['intended', 'sent', 'unknown'].includes(state) ? [`${kind} ${key} ${state}`] : [],
      ),
    ),
  ]
}
