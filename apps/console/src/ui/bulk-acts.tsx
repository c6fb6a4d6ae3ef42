import type { ListName } from '@huoqiao/contract'
import type { BulkOutcome } from '@huoqiao/contract/wire'
import type { ReactNode } from 'react'
import { useMemo, useState } from 'react'
import { isCallError } from '../lib/call-error.ts'
import { invalidateLists } from '../lib/query-client.ts'
import { OutcomeWindow } from './outcome-window.tsx'
import { tellOutcome } from './tell-outcome.ts'

/** What is acted on: the id that the call takes, and the name that the person knows. */
export type Acted = { id: string; name: string }

type Reported = { title: string; outcome: BulkOutcome; names: ReadonlyMap<string, string> }

type BulkState = { setReported: (reported: Reported) => void; setBusy: (isBusy: boolean) => void }

function actsOn(touched: readonly ListName[], { setReported, setBusy }: BulkState) {
  function tell(title: string, outcome: BulkOutcome, rows: readonly Acted[]): void {
    const reported = { title, outcome, names: new Map(rows.map(({ id, name }) => [id, name])) }
    tellOutcome(reported, () => setReported(reported))
  }
  /**
   * `title`: the action, or a function when it includes what was found. Undefined: the call itself failed, and its toast has shown that.
   */
  async function perform(
    title: string | ((outcome: BulkOutcome) => string),
    rows: readonly Acted[],
    act: (ids: string[]) => Promise<BulkOutcome>,
  ): Promise<BulkOutcome | undefined> {
    setBusy(true)
    try {
      const outcome = await act(rows.map(({ id }) => id))
      tell(typeof title === 'string' ? title : title(outcome), outcome, rows)
      return outcome
    } catch (error) {
      if (!isCallError(error)) throw error
      return undefined
    } finally {
      setBusy(false)
      await invalidateLists(touched)
    }
  }
  return { tell, perform }
}

/**
 * Actions on several rows at once: the call is made, the outcome is reported row by row, and the lists in `touched` are read again.
 * `touched` must keep its identity between renders (a constant of the module). `tell` and `perform` keep theirs.
 */
export function useBulkActs(touched: readonly ListName[]) {
  const [reported, setReported] = useState<Reported>()
  const [isBusy, setBusy] = useState(false)
  const { tell, perform } = useMemo(() => actsOn(touched, { setReported, setBusy }), [touched])
  return { tell, perform, reported, forget: () => setReported(undefined), isBusy }
}

/** The outcome of the last bulk action, when a toast is too short for it. */
export function ReportedOutcome({
  acts,
}: {
  acts: Pick<ReturnType<typeof useBulkActs>, 'reported' | 'forget'>
}): ReactNode {
  const { reported, forget } = acts
  if (!reported) return null
  return (
    <OutcomeWindow
      title={reported.title}
      outcome={reported.outcome}
      labelOf={(key) => reported.names.get(key) ?? key}
      onClose={forget}
    />
  )
}
