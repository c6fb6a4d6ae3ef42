import type { Call } from './call.ts'
import type { SimCore } from '../../core.ts'
import type { OperationRow, UserError } from './rows.ts'
import type { ShopState } from './shop-state.ts'

export type OperationRunner = {
  start(call: Call, job: OperationRow['job']): OperationRow
  /** Continues with operations that were not complete when the process ended. */
  resume(shop: ShopState): void
}

export type OperationWork = (
  job: OperationRow['job'],
  shop: ShopState,
) => { productId: string | null; userErrors: UserError[] }

/**
 * productSet and productDelete in the background: CREATED, ACTIVE after a third of the time, then COMPLETE, which does not mean success:
 * problems are in the operation's own userErrors (reference 3, "Async").
 */
export function operationRunner(core: SimCore, lengthMs: () => number, work: OperationWork): OperationRunner {
  const finish = (shop: ShopState, id: string): void => {
    const row = shop.operations.get(id)
    if (!row || row.status === 'COMPLETE') return
    shop.operations.put(id, { ...row, ...attempt(work, row, shop), status: 'COMPLETE' })
  }
  const follow = (shop: ShopState, row: OperationRow): void => {
    const rest = Math.max(0, row.dueAt - core.clock.now())
    core.clock.after(rest / 3, () => {
      const current = shop.operations.get(row.id)
      if (current?.status === 'CREATED') shop.operations.put(row.id, { ...current, status: 'ACTIVE' })
    })
    core.clock.after(rest, () => finish(shop, row.id))
  }
  return {
    start: (call, job) => {
      const { shop } = call
      const row: OperationRow = {
        id: shop.newId(job.kind === 'set' ? 'ProductSetOperation' : 'ProductDeleteOperation'),
        status: 'CREATED',
        productId: job.kind === 'delete' ? job.id : null,
        userErrors: [],
        job,
        dueAt: core.clock.now() + lengthMs(),
      }
      shop.operations.put(row.id, row)
      call.effects.push(`operation ${row.id} started`)
      follow(shop, row)
      return { ...row }
    },
    resume: (shop) => {
      for (const row of shop.operations.values()) if (row.status !== 'COMPLETE') follow(shop, row)
    },
  }
}

function attempt(
  work: OperationWork,
  row: OperationRow,
  shop: ShopState,
): Pick<OperationRow, 'productId' | 'userErrors'> {
  try {
    return work(row.job, shop)
  } catch (error) {
    const message = error instanceof Error ? error.message : 'The job failed'
    return { productId: null, userErrors: [{ code: 'JOB_ERROR', field: null, message }] }
  }
}
