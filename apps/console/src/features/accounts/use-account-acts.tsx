import type { AdminUser } from '@huoqiao/contract/accounts/accounts.schema'
import type { BulkOutcome } from '@huoqiao/contract/wire'
import type { ReactNode } from 'react'
import { useCallback, useMemo, useState } from 'react'
import { toast } from '../../lib/client.ts'
import { useAct } from '../../lib/use-call.ts'
import { askConfirm } from '../../ui/dialogs.store.ts'
import { failedKeys, outcomeWord } from '../../ui/outcome-list.tsx'
import { OutcomeWindow } from '../../ui/outcome-window.tsx'

export type AccountAct = 'suspend' | 'activate' | 'deleteUsers' | 'resetPasswordById' | 'unbind'
export type ReportedPassword = { name: string; userAccount: string; initialPassword: string }

type Question = { verb: string; says: string; danger: boolean }
const QUESTIONS: Readonly<Record<AccountAct, Question>> = {
  suspend: { verb: '停用', says: '停用后立即下线，不能再登录；数据都保留，随时可以启用。', danger: true },
  activate: { verb: '启用', says: '启用后可以用原来的密码登录。', danger: false },
  deleteUsers: { verb: '删除', says: '删除后立即下线，不能恢复；操作日志里的记录保留。', danger: true },
  resetPasswordById: { verb: '重置密码', says: '生成新的初始密码，现有登录全部失效，下次登录必须修改。', danger: true },
  unbind: { verb: '解绑身份验证器', says: '解绑后登录只需要密码，本人可以重新绑定。', danger: true },
}

/** Actions on one or more accounts: confirmed first, with the outcome shown row by row when a row failed. */
export function useAccountActs() {
  const [password, setPassword] = useState<ReportedPassword>()
  const [shown, show] = useState<{ title: string; outcome: BulkOutcome; names: ReadonlyMap<string, string> }>()
  const send = useSend(setPassword)
  /** Returns the accounts for which it failed; undefined: nothing was done. */
  const act = useCallback(
    async (act: AccountAct, rows: readonly AdminUser[]): Promise<readonly string[] | undefined> => {
      const { verb, says, danger } = QUESTIONS[act]
      const [first] = rows
      if (!first) return undefined
      const who = rows.length === 1 ? `“${first.name}（${first.userAccount}）”` : `${rows.length} 个账号`
      if (!(await askConfirm({ title: `${verb}${who}？`, content: says, okText: verb, danger }))) return undefined
      const outcome = await send(act, rows)
      if (!outcome) return undefined
      if (outcome === 'done') toast.success(`${verb}成功`)
      else if (outcome.failed === 0) toast.success(`${verb}：${outcomeWord(outcome)}`)
      else
        show({ title: verb, outcome, names: new Map(rows.map((row) => [row.id, `${row.name}（${row.userAccount}）`])) })
      return outcome === 'done' ? [] : failedKeys(outcome)
    },
    [send],
  )
  const on = useCallback((which: AccountAct, rows: readonly AdminUser[]): void => void act(which, rows), [act])
  const window: ReactNode = shown ? (
    <OutcomeWindow
      title={shown.title}
      outcome={shown.outcome}
      labelOf={(key) => shown.names.get(key) ?? key}
      onClose={() => show(undefined)}
    />
  ) : null
  return {
    act,
    on,
    password,
    tellPassword: setPassword as (reported: ReportedPassword) => void,
    forgetPassword: () => setPassword(undefined),
    window,
  }
}

type Sent = BulkOutcome | 'done' | undefined

/** The call of each action; those for a single account use the first one. */
function useSend(tell: (reported: ReportedPassword) => void) {
  const { run: suspend } = useAct('suspend')
  const { run: activate } = useAct('activate')
  const { run: deleteUsers } = useAct('deleteUsers')
  const { run: unbind } = useAct('unbind')
  const { run: reset } = useAct('resetPasswordById')
  return useMemo(() => {
    const bulk = { suspend, activate, deleteUsers }
    return async (act: AccountAct, rows: readonly AdminUser[]): Promise<Sent> => {
      const { id, name, userAccount } = rows[0]!
      if (act === 'unbind') return (await unbind({ id })).ok ? 'done' : undefined
      if (act === 'resetPasswordById') {
        const done = await reset({ id })
        if (!done.ok) return undefined
        const { initialPassword } = done.data
        if (initialPassword !== null) tell({ name, userAccount, initialPassword })
        return 'done'
      }
      const done = await bulk[act]({ ids: rows.map((row) => row.id) })
      return done.ok ? done.data : undefined
    }
  }, [suspend, activate, deleteUsers, unbind, reset, tell])
}
