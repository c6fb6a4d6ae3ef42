import type { RoleRow } from '@huoqiao/contract/access/access.schema'
import type { BulkOutcome } from '@huoqiao/contract/wire'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useCallback, useMemo, useState } from 'react'
import { SELECT_PAGE } from '../../../ui/select-page.ts'
import { Slot } from '../../../lib/slots.tsx'
import { useAddressField } from '../../../lib/address-field.ts'
import { toast } from '../../../lib/client.ts'
import { ROLE_PAGING, useListQuery } from '../../../lib/list-query.ts'
import { Can } from '../../../lib/permission.tsx'
import { useAct, useRead } from '../../../lib/use-call.ts'
import { askConfirm } from '../../../ui/dialogs.store.ts'
import { failedKeys, outcomeWord } from '../../../ui/outcome-list.tsx'
import { OutcomeWindow } from '../../../ui/outcome-window.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { TablePage } from '../../../ui/table-page.tsx'
import { useTableView } from '../../../ui/table-view.tsx'
import { roleColumns } from './role.columns.tsx'
import { RoleDrawer } from './role.drawer.tsx'
import { RoleGrantDrawer } from './role-grant.drawer.tsx'

const DEFAULTS = { keyword: '' }
const NEW = 'new'

/** The roles of the app; a role's grants and its accounts open beside the list. */
export default function RoleListPage(): ReactNode {
  const query = useListQuery('roles', DEFAULTS, { paging: ROLE_PAGING })
  // The call counts pages from 0 (specification, section 9), the address from 1.
  const list = useRead('queryRoles', { ...query.input, page: query.page - 1 })
  const [edited, edit] = useAddressField('edit')
  const [granted, grant] = useAddressField('grant')
  const [peopled, people] = useAddressField('accounts')
  const [chosen, choose] = useState<readonly string[]>([])
  const removal = useRoleRemoval()
  const rows = list.data?.list
  const { ask } = removal
  const columns = useMemo(
    () => roleColumns({ edit, grant, people, remove: (row) => void ask([row]) }),
    [edit, grant, people, ask],
  )
  const view = useTableView('roles', columns, 900)
  const picked = rows?.filter((row) => chosen.includes(row.id)) ?? []

  const add = (
    <Can call="addRole">
      <Button type="primary" onClick={() => edit(NEW)}>
        新增角色
      </Button>
    </Can>
  )

  return (
    <TablePage
      title="角色管理"
      subtitle="账号通过角色得到菜单和操作权限，可以同时有多个角色"
      action={add}
      filters={
        <SearchField
          value={query.filters.keyword}
          placeholder="角色名称或备注"
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
          <Can call="deleteRoles">
            <Button danger onClick={() => void ask(picked).then((failed) => failed && choose(failed))}>
              删除
            </Button>
          </Can>
        ),
      }}
      table={{
        rowSelection: { ...SELECT_PAGE, selectedRowKeys: [...chosen], onChange: (keys) => choose(keys.map(String)) },
      }}
      none={{ text: '还没有角色。先建一个角色并授权，再把它给账号。', filtered: '没有符合条件的角色', action: add }}
    >
      {edited === undefined ? null : (
        <RoleDrawer
          key={edited}
          row={edited === NEW ? NEW : rows?.find((row) => row.id === edited)}
          isWaiting={rows === undefined}
          onSaved={(row, isNew) => (isNew ? grant(row.id) : undefined)}
          onClose={() => edit(undefined)}
        />
      )}
      {granted === undefined ? null : (
        <RoleGrantDrawer key={granted} roleId={granted} onClose={() => grant(undefined)} />
      )}
      {peopled === undefined ? null : (
        <Slot name="role-accounts" key={peopled} roleId={peopled} onClose={() => people(undefined)} />
      )}
      {removal.window}
    </TablePage>
  )
}

/**
 * Asks for confirmation, deletes, and shows the outcome row by row when a row failed; returns the failed ones, undefined when nothing was
 * done.
 */
function useRoleRemoval() {
  const { run } = useAct('deleteRoles')
  const [shown, show] = useState<{ outcome: BulkOutcome; names: ReadonlyMap<string, string> }>()
  const ask = useCallback(
    async (rows: readonly RoleRow[]): Promise<readonly string[] | undefined> => {
      const bearers = rows.reduce((sum, row) => sum + row.accountCount, 0)
      const sure = await askConfirm({
        title: rows.length === 1 ? `删除角色“${rows[0]!.name}”？` : `删除 ${rows.length} 个角色？`,
        content:
          bearers > 0 ? `有 ${bearers} 个账号正在使用，他们会立即失去这些权限。` : '没有账号在使用。删除后不能恢复。',
        okText: '删除',
        danger: true,
      })
      if (!sure) return undefined
      const done = await run({ ids: rows.map((row) => row.id) })
      if (!done.ok) return undefined
      if (done.data.failed === 0) toast.success(`删除角色：${outcomeWord(done.data)}`)
      else show({ outcome: done.data, names: new Map(rows.map((row) => [row.id, row.name])) })
      return failedKeys(done.data)
    },
    [run],
  )
  const window = shown ? (
    <OutcomeWindow
      title="删除角色"
      outcome={shown.outcome}
      labelOf={(key) => shown.names.get(key) ?? key}
      onClose={() => show(undefined)}
    />
  ) : null
  return { ask, window }
}
