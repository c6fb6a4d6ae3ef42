import type { LoginLogEntry, OnlineSession } from '@huoqiao/contract/session/session-admin.endpoints'
import { LOGIN_FIELDS, SESSION_FIELDS } from '@huoqiao/contract/session/session.fields'
import { LOGIN_OUTCOMES } from '@huoqiao/contract/session/session.status'
import type { TableColumnsType } from 'antd'
import { Button, Table } from 'antd'
import type { ReactNode } from 'react'
import { toast } from '../../lib/client.ts'
import { useAct, useRead } from '../../lib/use-call.ts'
import { CanButton } from '../../ui/can-button.tsx'
import { askConfirm } from '../../ui/dialogs.store.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import { fieldColumns } from '../../ui/field-columns.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { OutcomeList, outcomeWord } from '../../ui/outcome-list.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { StateTag } from '../../ui/state-tag.tsx'
import { OwnAuthenticator } from './own-authenticator.tsx'
import styles from './session.module.css'

const NOTHING = {}

const deviceText = (device: string): string => (device === '' ? '未知设备' : device)

/** /system/security: a person's own second factor, their sessions, and the login attempts with their name. */
export default function OwnSecurityPage(): ReactNode {
  const { data, isError, error, refetch } = useRead('queryOwnSecurity', NOTHING)
  return (
    <ListPage
      title="账号安全"
      subtitle="您自己的验证器、登录着的设备和最近的登录"
      note={isError ? <FailureNote failure={error} onRetry={() => void refetch()} /> : null}
    >
      {data === undefined ? (
        isError ? null : (
          <RowSkeletons count={6} />
        )
      ) : (
        <div className={styles.page}>
          <OwnAuthenticator security={data} />
          <OwnSessions sessions={data.sessions} />
          <OwnLogins logins={data.logins} />
        </div>
      )}
    </ListPage>
  )
}

function OwnSessions({ sessions }: { sessions: readonly OnlineSession[] }): ReactNode {
  const { run, data } = useAct('endOwnSessions')
  async function end(rows: readonly OnlineSession[]): Promise<void> {
    const sure = await askConfirm({
      title: rows.length === 1 ? `把“${rows[0]!.device}”上的登录踢下线？` : `把其他 ${rows.length} 个登录踢下线？`,
      content: '那台设备的下一次操作就要重新登录。如果不是您本人登录的，还要马上修改密码。',
      okText: '踢下线',
      danger: true,
    })
    if (!sure) return
    const done = await run({ ids: rows.map((row) => row.id) })
    if (done.ok && done.data.failed === 0) toast.success(`踢下线：${outcomeWord(done.data)}`)
  }
  const others = sessions.filter((row) => !row.mine)
  return (
    <section className={styles.sheet}>
      <header>
        <h2>登录着的设备</h2>
        {others.length > 1 ? (
          <Button danger size="small" onClick={() => void end(others)}>
            全部踢下线
          </Button>
        ) : null}
      </header>
      {data && data.failed > 0 ? (
        <OutcomeList outcome={data} labelOf={(id) => sessions.find((row) => row.id === id)?.device ?? id} />
      ) : null}
      <Table<OnlineSession>
        rowKey="id"
        size="small"
        columns={sessionColumns((row) => void end([row]))}
        dataSource={sessions}
        pagination={false}
        scroll={{ x: 640 }}
      />
    </section>
  )
}

const sessionColumns = (end: (row: OnlineSession) => void): TableColumnsType<OnlineSession> => [
  ...fieldColumns<OnlineSession, typeof SESSION_FIELDS>(SESSION_FIELDS, {
    // The same in all rows: these are the person's own sessions.
    accountId: null,
    userAccount: null,
    name: null,
    device: {
      render: (_, { device, mine }) => (
        <>
          {deviceText(device)} {mine ? <StateTag hue="moving" label={SESSION_FIELDS.mine.label} bare /> : null}
        </>
      ),
    },
    mine: null,
    ip: { width: 140, className: 'hq-mono' },
    loginAt: { width: 160 },
    lastSeenAt: { width: 130, render: (_, { lastSeenAt }) => <RelativeTime at={lastSeenAt} /> },
  }),
  {
    title: '操作',
    key: 'actions',
    width: 90,
    render: (_value, row) => (
      <CanButton type="link" danger allowed={row.can['endOwnSessions']} onClick={() => end(row)}>
        踢下线
      </CanButton>
    ),
  },
]

const LOGIN_COLUMNS = fieldColumns<LoginLogEntry, typeof LOGIN_FIELDS>(LOGIN_FIELDS, {
  at: { width: 160 },
  userAccount: null,
  outcome: { width: 90, render: (_, { outcome }) => <StateTag {...LOGIN_OUTCOMES[outcome]} bare /> },
  message: { ellipsis: true },
  ip: { width: 140, className: 'hq-mono' },
  device: { width: 180, ellipsis: true, render: (_, { device }) => deviceText(device) },
})

function OwnLogins({ logins }: { logins: readonly LoginLogEntry[] }): ReactNode {
  return (
    <section className={styles.sheet}>
      <header>
        <h2>最近的登录</h2>
        <span className={styles.hint}>最近 20 次，失败的尝试也在内。有不认识的，请修改密码。</span>
      </header>
      <Table<LoginLogEntry>
        rowKey="id"
        size="small"
        columns={LOGIN_COLUMNS}
        dataSource={logins}
        pagination={false}
        scroll={{ x: 700 }}
      />
    </section>
  )
}
