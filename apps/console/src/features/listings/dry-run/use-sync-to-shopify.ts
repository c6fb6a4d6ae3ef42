import type { DryRunItem } from '@huoqiao/contract/listings/listings.schema'
import type { BulkOutcome } from '@huoqiao/contract/wire'
import { useState } from 'react'
import type { CallError } from '../../../lib/call-error.ts'
import { useAct } from '../../../lib/use-call.ts'
import type { Choices } from './dry-run.rules.ts'
import { ordersOf } from './dry-run.rules.ts'

/** The tasks that were started, and the outcome for each pair of the request. */
export type Pushed = { taskIds: readonly string[]; outcome: BulkOutcome }

/** Sends the approved pairs. When a call fails, the earlier ones stay sent, and it is reported together with the unsent rest. */
export function useSyncToShopify() {
  const order = useAct('syncToShopify')
  const [isPushing, setPushing] = useState(false)
  const [error, setError] = useState<CallError>()
  async function push(items: readonly DryRunItem[], choices: Choices): Promise<Pushed | undefined> {
    setPushing(true)
    setError(undefined)
    const taskIds: string[] = []
    const rows: BulkOutcome['rows'] = []
    for (const one of ordersOf(items, choices)) {
      const sent = await order.run(one)
      if (sent.ok) {
        rows.push(...sent.data.rows.rows)
        if (sent.data.taskId !== null) taskIds.push(sent.data.taskId)
        continue
      }
      setError(sent.error)
      if (taskIds.length === 0) {
        setPushing(false)
        return undefined
      }
      rows.push(...one.productIds.map((key) => ({ key, ok: false, message: sent.error.message })))
    }
    setPushing(false)
    const failed = rows.filter((row) => !row.ok).length
    return { taskIds, outcome: { succeeded: rows.length - failed, failed, rows } }
  }
  return { push, isPushing, error }
}
