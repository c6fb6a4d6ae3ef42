import type { AdminUser } from '@huoqiao/contract/accounts/accounts.schema'
import { ACCOUNT_FIELDS } from '@huoqiao/contract/accounts/accounts.fields'
import { choiceLabel } from '@huoqiao/contract/fields'
import { Drawer, Table } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { SELECT_PAGE } from '../../ui/select-page.ts'
import { call } from '../../lib/client.ts'
import { ROLE_PAGING } from '../../lib/list-query.ts'
import { Can, useMay } from '../../lib/permission.tsx'
import type { SlotProps } from '../../lib/slots.tsx'
import { useRead } from '../../lib/use-call.ts'
import { useQueryRoles } from '../../pickers/role-picker.tsx'
import { ReportedOutcome, useBulkActs } from '../../ui/bulk-acts.tsx'
import { CanButton } from '../../ui/can-button.tsx'
import { askConfirm } from '../../ui/dialogs.store.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { someFieldColumns } from '../../ui/field-columns.tsx'
import { Pager } from '../../ui/pager.tsx'
import { useSelection } from '../../ui/selection.ts'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { StateTag } from '../../ui/state-tag.tsx'
import { TouchedNames } from '../../ui/touched-names.tsx'
import styles from './accounts.module.css'

const COLUMNS = someFieldColumns<AdminUser, typeof ACCOUNT_FIELDS>(ACCOUNT_FIELDS, {
  userAccount: { width: 150, ellipsis: true },
  name: { ellipsis: true },
  deptName: { ellipsis: true },
  status: {
    width: 90,
    render: (_, { status }) => (
      <StateTag
        hue={status === 'active' ? 'done' : 'waiting'}
        label={choiceLabel(ACCOUNT_FIELDS.status, status)}
        bare
      />
    ),
  },
  hasAuthenticator: {
    width: 110,
    render: (_, { hasAuthenticator: isBound }) =>
      isBound ? <StateTag hue="done" label="已绑定" bare /> : <StateTag hue="attention" label="未绑定" bare />,
  },
})

const TOUCHED = ['accounts', 'roles'] as const
const NONE: readonly AdminUser[] = []
const keyOf = ({ id }: AdminUser): string => id
const nameOf = ({ name, userAccount }: AdminUser): string => `${name}（${userAccount}）`

/** The accounts that have the role, and removing it from them. */
export default function RoleAccountsDrawer({ roleId, onClose }: SlotProps['role-accounts']): ReactNode {
  const [page, setPage] = useState({ page: 1, pageSize: ROLE_PAGING.first })
  const list = useRead('pageQueryActorByRoleId', { roleId, page: page.page - 1, pageSize: page.pageSize })
  const role = useQueryRoles().roles?.find((one) => one.id === roleId)
  const mayRemove = useMay('deleteUserInRole')
  const rows = list.data?.list
  const selection = useSelection(rows ?? NONE, keyOf)
  const acts = useBulkActs(TOUCHED)
  const chosen = selection.rows

  async function ask(): Promise<void> {
    const sure = await askConfirm({
      title: `把 ${chosen.length} 个账号移出“${role?.name ?? '这个角色'}”？`,
      content: (
        <TouchedNames
          rows={chosen}
          nameOf={nameOf}
          counted="个账号"
          says="他们会立即失去这个角色的菜单和权限；别的角色不受影响。"
        />
      ),
      okText: '移出',
      danger: true,
    })
    if (!sure) return
    const named = chosen.map((row) => ({ id: row.id, name: nameOf(row) }))
    await acts.perform('移出角色', named, (userIds) => call('deleteUserInRole', { roleId, userIds }))
  }

  return (
    <Drawer
      open
      size={640}
      title={`“${role?.name ?? '角色'}”下的账号`}
      onClose={onClose}
      extra={
        <Can call="deleteUserInRole">
          <CanButton
            danger
            allowed={chosen.length === 0 ? '请先选中要移出的账号' : true}
            loading={acts.isBusy}
            onClick={() => void ask()}
          >
            移出角色{chosen.length > 0 ? `（${chosen.length}）` : ''}
          </CanButton>
        </Can>
      }
    >
      <div className={styles.stack}>
        {list.isError ? <FailureNote failure={list.error} onRetry={() => void list.refetch()} /> : null}
        {rows === undefined ? (
          list.isError ? null : (
            <RowSkeletons count={4} />
          )
        ) : rows.length === 0 ? (
          <EmptyState text="还没有账号使用这个角色。在账号管理里把角色授给账号。" />
        ) : (
          <Table<AdminUser>
            rowKey="id"
            columns={COLUMNS}
            dataSource={rows}
            pagination={false}
            {...(mayRemove
              ? {
                  rowSelection: {
                    ...SELECT_PAGE,
                    selectedRowKeys: [...selection.keys],
                    onChange: (keys) => selection.choose(keys.map(String)),
                  },
                }
              : {})}
          />
        )}
        {list.data && (list.data.total > Math.min(...ROLE_PAGING.sizes) || page.page > 1) ? (
          <Pager
            isStale={list.isPlaceholderData}
            {...page}
            total={list.data.total}
            isCapped={list.data.totalCapped}
            sizes={ROLE_PAGING.sizes}
            onChange={(next, pageSize) => {
              // Accounts that are out of sight must not be removed.
              selection.clear()
              setPage({ page: next, pageSize })
            }}
          />
        ) : null}
      </div>
      <ReportedOutcome acts={acts} />
    </Drawer>
  )
}
