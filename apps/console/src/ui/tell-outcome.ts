import type { BulkOutcome } from '@huoqiao/contract/wire'
import { toast } from '../lib/client.ts'
import { keepOutcome } from './kept-outcomes.ts'
import { outcomeWord } from './outcome-list.tsx'

type Reported = { title: string; outcome: BulkOutcome; names: ReadonlyMap<string, string> }

/**
 * When every row succeeded, a toast is shown, with a button for the details. When a row failed, a dialog opens at once, because somebody
 * has to act. Outcomes of more than one row can be found later in the task tray.
 */
export function tellOutcome({ title, outcome, names }: Reported, showRows: () => void): void {
  const [only] = outcome.rows
  if (outcome.rows.length > 1) keepOutcome({ title, outcome, names })
  if (outcome.failed > 0 || outcome.rows.some(({ partly }) => partly)) showRows()
  else if (outcome.rows.length <= 1) toast.success(only?.message || `${title}成功`)
  else toast.offer(`${title}：${outcomeWord(outcome)}`, { label: '查看明细', run: showRows })
}

/** As `tellOutcome`, when the window that would list the rows is gone: they are in the task tray, and a toast says so. */
export function tellOutcomeLater({ title, outcome, names }: Reported): void {
  keepOutcome({ title, outcome, names })
  const text = `${title}：${outcomeWord(outcome)}，明细在右上角的“同步任务”里`
  if (outcome.failed > 0) toast.error(text)
  else toast.success(text)
}
