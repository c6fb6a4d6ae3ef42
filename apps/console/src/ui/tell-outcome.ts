import type { BulkOutcome } from '@huoqiao/contract/wire'
import { toast } from '../lib/client.ts'
import { keepOutcome } from './kept-outcomes.ts'
import { outcomeWord } from './outcome-list.tsx'

type Reported = { title: string; outcome: BulkOutcome; names: ReadonlyMap<string, string> }

/**
 * Where every row went well a toast is enough, and what became of each is one press away; whatever failed is a window at once, since
 * somebody has to do something about it. What is more than one row can be found in the task tray afterwards.
 */
export function tellOutcome({ title, outcome, names }: Reported, showRows: () => void): void {
  const [only] = outcome.rows
  if (outcome.rows.length > 1) keepOutcome({ title, outcome, names })
  if (outcome.failed > 0 || outcome.rows.some(({ partly }) => partly)) showRows()
  else if (outcome.rows.length <= 1) toast.success(only?.message || `${title}成功`)
  else toast.offer(`${title}：${outcomeWord(outcome)}`, { label: '查看明细', run: showRows })
}
