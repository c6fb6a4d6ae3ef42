import type { Remedy, TriageItem } from '@huoqiao/contract/workbench/workbench.schema'
import { rowOutcomesOf } from '@huoqiao/contract/row-outcomes'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { isCallError } from '../../lib/call-error.ts'
import { callRecord } from '../../lib/contract.ts'
import type { CallName } from '../../lib/contract.ts'
import { call, toast } from '../../lib/client.ts'
import { invalidateLists } from '../../lib/query-client.ts'
import { useAct } from '../../lib/use-call.ts'
import { askConfirm } from '../../ui/dialogs.store.ts'

const HOUR = 3_600_000
const CHINA = 8 * HOUR
const DAY = 24 * HOUR

export const SNOOZES: readonly { key: string; label: string; until: (now: number) => number }[] = [
  { key: 'hour', label: '1小时后', until: (now) => now + HOUR },
  // At nine in the morning, China time.
  {
    key: 'morning',
    label: '明天 9 点',
    until: (now) => (Math.floor((now + CHINA) / DAY) + 1) * DAY - CHINA + 9 * HOUR,
  },
  { key: 'week', label: '一周后', until: (now) => now + 7 * DAY },
]

const failureIn = (answer: unknown): string | undefined => rowOutcomesOf(answer)?.rows.find(({ ok }) => !ok)?.message
const isAllRefused = (answer: unknown): boolean => rowOutcomesOf(answer)?.succeeded === 0

export type Remedies = {
  /** the item whose action is under way */
  busy: string | undefined
  take: (item: TriageItem, remedy: Remedy) => Promise<void>
  /** `until` gets the time of the click */
  snooze: (keys: readonly string[], until: (now: number) => number) => Promise<void>
}

/** Runs an action that the server offered: its call with its input; nothing is computed here. */
export function useRemedies(): Remedies {
  const [busy, setBusy] = useState<string>()
  const snoozing = useAct('snoozeTriage')
  const navigate = useNavigate()
  return {
    busy,
    async take(item, remedy) {
      if (remedy.allowed !== true) return toast.notify('info', remedy.label, remedy.allowed)
      if (remedy.to !== null) return void navigate(remedy.to)
      if (
        remedy.confirm !== null &&
        !(await askConfirm({ title: `${remedy.label}？`, content: remedy.confirm, okText: remedy.label }))
      )
        return
      setBusy(item.key)
      try {
        const name = remedy.call as CallName
        const answer: unknown = await call(name, remedy.input as never)
        const failure = failureIn(answer)
        if (failure === undefined) toast.success(`${item.title}：${remedy.label}`)
        // When nothing was done, the client's toast has shown it.
        else if (!isAllRefused(answer)) toast.notify('error', remedy.label, failure)
        await invalidateLists(callRecord(name).lists)
      } catch (error) {
        // The client's toast has shown it.
        if (!isCallError(error)) throw error
      } finally {
        setBusy(undefined)
      }
    },
    async snooze(keys, until) {
      const now = Date.now()
      const done = await snoozing.run({ keys: [...keys], until: until(now) })
      if (done.ok) toast.success(until(now) > now ? `已暂缓 ${keys.length} 个待办` : '已放回待办')
    },
  }
}
