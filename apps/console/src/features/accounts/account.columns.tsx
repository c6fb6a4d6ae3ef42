import { DownOutlined } from '@ant-design/icons'
import type { AdminUser } from '@huoqiao/contract/accounts/accounts.schema'
import { ACCOUNT_FIELDS } from '@huoqiao/contract/accounts/accounts.fields'
import type { TableColumnsType } from 'antd'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import type { CallName } from '../../lib/contract.ts'
import { Can, useMayCall } from '../../lib/permission.tsx'
import { CanButton } from '../../ui/can-button.tsx'
import { fieldColumns } from '../../ui/field-columns.tsx'
import { OpenButton } from '../../ui/open-button.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import type { RowMenuItems } from '../../ui/row-menu.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { StateTag } from '../../ui/state-tag.tsx'
import styles from './accounts.module.css'
import type { AccountAct } from './use-account-acts.tsx'

type AccountActions = {
  edit: (id: string) => void
  grant: (id: string) => void
  on: (act: AccountAct, rows: readonly AdminUser[]) => void
}

/** The server says what may be done with each row, and why not; the column only shows that. */
export function accountColumns({ edit, grant, on }: AccountActions): TableColumnsType<AdminUser> {
  return [
    ...fieldColumns<AdminUser, typeof ACCOUNT_FIELDS>(ACCOUNT_FIELDS, {
      name: {
        // Also shows the login name and the phone.
        title: '账号',
        width: 150,
        render: (_, row) => (
          <span className={styles.who}>
            <OpenButton onOpen={() => edit(row.id)}>{row.name}</OpenButton>
            <span className={styles.login}>
              {row.userAccount}
              {row.phone === '' ? '' : ` · ${row.phone}`}
            </span>
          </span>
        ),
      },
      userAccount: null,
      phone: null,
      deptId: null,
      deptName: { width: 90, ellipsis: true },
      roleType: null,
      roleIds: null,
      roles: {
        render: (_, row) => (
          <span className={styles.marks}>
            {row.roleType === 1 ? <StateTag hue="moving" label="管理员" title="管理员有全部权限" /> : null}
            {row.roles.map((role) => (
              <StateTag key={role.id} hue="waiting" label={role.name} bare />
            ))}
            {row.roleType === 0 && row.roles.length === 0 ? <span className={styles.login}>没有角色</span> : null}
          </span>
        ),
      },
      status: { width: 120, render: (_, row) => <Marks row={row} /> },
      hasAuthenticator: null,
      authenticatorDemanded: null,
      mustChangePassword: null,
      locked: null,
      lastLoginTime: {
        width: 150,
        render: (_, { lastLoginTime }) => (lastLoginTime === null ? '从未' : <RelativeTime at={lastLoginTime} />),
      },
      note: null,
      createdAt: null,
    }),
    {
      title: '操作',
      key: 'actions',
      width: 198,
      fixed: 'right',
      render: (_value, row) => (
        <>
          <Can call="updateAdminUser">
            <Button type="link" onClick={() => edit(row.id)}>
              编辑
            </Button>
          </Can>
          <Can call="queryGrantedRoles">
            <CanButton type="link" allowed={row.can.grantAuthorityToActor} onClick={() => grant(row.id)}>
              授权角色
            </CanButton>
          </Can>
          <More row={row} on={on} />
        </>
      ),
    },
  ]
}

function Marks({ row }: { row: AdminUser }): ReactNode {
  return (
    <span className={styles.marks}>
      {row.status === 'active' ? <StateTag hue="done" label="正常" /> : <StateTag hue="waiting" label="已停用" />}
      {row.locked ? <StateTag hue="failed" label="已锁定" title="失败次数过多，稍后自动解锁" /> : null}
      {row.mustChangePassword ? <StateTag hue="attention" label="初始密码" title="下次登录必须修改密码" /> : null}
      {row.hasAuthenticator ? <StateTag hue="moving" label="验证器" title="登录需要身份验证器" bare /> : null}
      {row.authenticatorDemanded && !row.hasAuthenticator ? (
        <StateTag hue="attention" label="缺验证器" title="角色要求使用身份验证器，还没有绑定" />
      ) : null}
    </span>
  )
}

type Step = { act: AccountAct; label: string; call: CallName; danger?: true; shown: boolean }

function More({ row, on }: { row: AdminUser; on: AccountActions['on'] }): ReactNode {
  const may = useMayCall()
  const steps: readonly Step[] = [
    { act: 'activate', label: '启用', call: 'activate', shown: row.status === 'suspended' },
    { act: 'suspend', label: '停用', call: 'suspend', shown: row.status === 'active' },
    { act: 'resetPasswordById', label: '重置密码', call: 'resetPasswordById', shown: true },
    { act: 'unbind', label: '解绑身份验证器', call: 'unbind', shown: row.hasAuthenticator },
    { act: 'deleteUsers', label: '删除', call: 'deleteUsers', danger: true, shown: true },
  ]
  const offered = steps.filter(({ act, shown }) => shown && may(act))
  if (offered.length === 0) return null
  const items = (): RowMenuItems =>
    offered.map(({ act, label, danger }) => {
      const why = row.can[act]
      return {
        key: act,
        label: typeof why === 'string' ? <span title={why}>{label}</span> : label,
        disabled: typeof why === 'string',
        ...(danger ? { danger } : {}),
        onClick: () => on(act, [row]),
      }
    })
  return (
    <RowMenu type="link" label={`${row.name} 的更多操作`} items={items}>
      更多 <DownOutlined />
    </RowMenu>
  )
}
