import type { OnlineSession } from '@huoqiao/contract/session/session-admin.endpoints'
import { SESSION_FIELDS } from '@huoqiao/contract/session/session.fields'
import { Button } from 'antd'
import type { TableColumnsType } from 'antd'
import type { ReactNode } from 'react'
import { useCallback, useMemo, useState } from 'react'
import { SELECT_PAGE } from '../../ui/select-page.ts'
import { toast } from '../../lib/client.ts'
import { TABLE_PAGING, useListQuery } from '../../lib/list-query.ts'
import { Can } from '../../lib/permission.tsx'
import type { SlotTabs } from '../../lib/slots.tsx'
import { useAct, useRead } from '../../lib/use-call.ts'
import { CanButton } from '../../ui/can-button.tsx'
import { askConfirm } from '../../ui/dialogs.store.ts'
import { fieldColumns } from '../../ui/field-columns.tsx'
import { failedKeys, OutcomeList, outcomeWord } from '../../ui/outcome-list.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { TablePage } from '../../ui/table-page.tsx'
import { useTableView } from '../../ui/table-view.tsx'
import { StateTag } from '../../ui/state-tag.tsx'

const DEFAULTS = { keyword: '' }
const LOOK_MS = 30_000

/** 在线用户: who is logged in now, and 踢下线, which ends a session. */
export default function OnlineSessions({ head }: { head: SlotTabs }): ReactNode {
  const query = useListQuery('online-sessions', DEFAULTS, { paging: TABLE_PAGING })
  const list = useRead('queryOnlineSessions', query.input, { refetchInterval: LOOK_MS })
  const [chosen, choose] = useState<readonly string[]>([])
  const { end, outcome } = useEnding()
  const rows = list.data?.list
  const picked = rows?.filter((row) => chosen.includes(row.id)) ?? []
  const columns = useMemo(() => onlineColumns((row) => void end([row])), [end])
  const view = useTableView('online-sessions', columns, 900)
  const labelOf = (id: string): string => rows?.find((row) => row.id === id)?.name ?? id
  return (
    <TablePage
      {...head}
      title="日志"
      subtitle="现在登录着的人；踢下线后对方的下一次操作就要重新登录"
      filters={
        <SearchField
          value={query.filters.keyword}
          placeholder="账号、姓名或来源"
          onSearch={(keyword) => query.setFilters({ keyword })}
        />
      }
      query={query}
      answer={list}
      view={view}
      batch={{
        count: picked.length,
        onClear: () => choose([]),
        actions: (
          <Can call="endSessions">
            <Button danger onClick={() => void end(picked).then((failed) => failed && choose(failed))}>
              踢下线
            </Button>
          </Can>
        ),
      }}
      note={outcome ? <OutcomeList outcome={outcome} labelOf={labelOf} /> : null}
      table={{
        rowSelection: {
          ...SELECT_PAGE,
          selectedRowKeys: [...chosen],
          onChange: (keys) => choose(keys.map(String)),
          getCheckboxProps: (row) => ({ disabled: typeof row.can.endSessions === 'string' }),
        },
      }}
      none={{ text: '没有在线用户', filtered: '没有符合条件的在线用户' }}
    />
  )
}

function onlineColumns(end: (row: OnlineSession) => void): TableColumnsType<OnlineSession> {
  return [
    ...fieldColumns<OnlineSession, typeof SESSION_FIELDS>(SESSION_FIELDS, {
      accountId: null,
      userAccount: null,
      name: {
        title: SESSION_FIELDS.accountId.label,
        width: 200,
        render: (_, row) => (
          <>
            {row.name}（{row.userAccount}）{' '}
            {row.mine ? <StateTag hue="moving" label={SESSION_FIELDS.mine.label} bare /> : null}
          </>
        ),
      },
      loginAt: { width: 160 },
      lastSeenAt: { width: 160, render: (_, { lastSeenAt }) => <RelativeTime at={lastSeenAt} /> },
      ip: { width: 140, className: 'hq-mono' },
      device: { ellipsis: true },
      mine: null,
    }),
    {
      title: '操作',
      key: 'actions',
      width: 90,
      fixed: 'right',
      render: (_value, row) => (
        <Can call="endSessions">
          <CanButton type="link" danger allowed={row.can.endSessions} onClick={() => end(row)}>
            踢下线
          </CanButton>
        </Can>
      ),
    },
  ]
}

/** `end` returns the ones that failed; undefined: nothing was done. */
function useEnding() {
  const { run, data } = useAct('endSessions')
  const end = useCallback(
    async (rows: readonly OnlineSession[]): Promise<readonly string[] | undefined> => {
      const who = rows.length === 1 ? `“${rows[0]!.name}”` : `${rows.length} 个会话`
      const sure = await askConfirm({
        title: `把${who}踢下线？`,
        content: '没有保存的内容会留在对方的浏览器里，重新登录后可以接着写。',
        okText: '踢下线',
        danger: true,
      })
      if (!sure) return undefined
      const done = await run({ ids: rows.map((row) => row.id) })
      if (done.ok && done.data.failed === 0) toast.success(`踢下线：${outcomeWord(done.data)}`)
      return done.ok ? failedKeys(done.data) : undefined
    },
    [run],
  )
  return { end, outcome: data && data.failed > 0 ? data : undefined }
}
