import type { Difference, ReconciliationRun } from '@huoqiao/contract/reconciliation/reconciliation.schema'
import type { DifferenceKind } from '@huoqiao/contract/reconciliation/reconciliation.status'
import type { PurchaseDetail } from '@huoqiao/contract/purchases/purchases.schema'
import type { TestApp } from '../../../test/harness.ts'
import { untilQuiet } from '../../../test/quiet.ts'
import { until } from '../../../test/until.ts'

/** An installation that buys at the simulator, as placement's tests start it. */
type Fixture = {
  app: TestApp
  ready(which?: number): Promise<PurchaseDetail>
  place(...ids: string[]): Promise<void>
  until(purchaseId: string, state: 'to-pay'): Promise<unknown>
  detail(purchaseId: string): Promise<PurchaseDetail>
}
type Of = { purchaseId?: string; orderId?: string; keyword?: string; state?: Difference['state'] }

/** What a clerk does on the page of differences, and damage that only a broken app could cause. */
export function comparing({ app }: { app: TestApp }) {
  const self = {
    async reconcile(): Promise<ReconciliationRun> {
      const started = await app.ok('startReconciliation', {})
      const run = await until(
        async () => (await app.ok('getReconciliationRuns', {})).list.find(({ id }) => id === started.id),
        (one) => one !== undefined && one.finishedAt !== null,
        (one) => `the run is ${one?.state} at ${one?.pass}`,
      )
      return run!
    },
    differences: async (of: Of): Promise<Difference[]> =>
      (await app.ok('getDifferences', { ...of, pageSize: 200 })).list,
    /** The one difference of a kind; throws when there is none. */
    async difference(kind: DifferenceKind, of: Of = {}) {
      const found = (await self.differences(of)).filter((one) => one.kind === kind)
      if (found.length !== 1) throw new Error(`${found.length} differences ${kind}, not one`)
      return found[0]!
    },
    /** Returns the state of a difference after the next run. */
    async next({ id, kind }: Difference): Promise<Difference['state']> {
      await self.reconcile()
      for (const state of ['open', 'ignored', 'closed'] as const) {
        const { list } = await app.ok('getDifferences', { kind, state, pageSize: 200 })
        if (list.some((one) => one.id === id)) return state
      }
      throw new Error(`the difference ${kind} is not kept`)
    },
    /** Checks it again until it is gone: its repair is done by a job. */
    async gone({ id }: Difference): Promise<void> {
      await until(
        async () => (await app.ok('recheckDifferences', { ids: [id] })).rows[0]?.message,
        (message) => message?.includes('已消除') === true,
      )
    },
    async repair({ id }: Difference): Promise<{ ok: boolean; message: string }> {
      return (await app.ok('mendDifferences', { ids: [id] })).rows[0]!
    },
    sql: (text: string, values: unknown[] = []) => app.db.pool.query(text, values),
    /** Waits until no job is running: the job after a placement reads the order once more, and would repair what a test damages. */
    quiet: () => untilQuiet(app),
  }
  return self
}

/** The same for purchases that are placed without sales orders. */
export function comparingPlaced(fixture: Fixture) {
  const at = comparing(fixture)
  return {
    ...at,
    async placed(which = 0): Promise<PurchaseDetail> {
      const purchase = await fixture.ready(which)
      await fixture.place(purchase.id)
      await fixture.until(purchase.id, 'to-pay')
      await fixture.app.ok('refreshAlibabaOrders', { purchaseIds: [purchase.id] })
      await at.quiet()
      return fixture.detail(purchase.id)
    },
  }
}
