import { ACCOUNT_FIELDS } from '@huoqiao/contract/accounts/accounts.fields'
import type { AdminUser } from '@huoqiao/contract/accounts/accounts.schema'
import { Button, Select, Modal } from 'antd'
import type { ReactNode } from 'react'
import { useMemo, useState } from 'react'
import { SELECT_PAGE } from '../../ui/select-page.ts'
import { useAddressField } from '../../lib/address-field.ts'
import { copyText } from '../../lib/clipboard.ts'
import type { CallInput } from '../../lib/contract.ts'
import { TABLE_PAGING, useListQuery } from '../../lib/list-query.ts'
import { Can } from '../../lib/permission.tsx'
import { useRead } from '../../lib/use-call.ts'
import { RolePicker } from '../../pickers/role-picker.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { TablePage } from '../../ui/table-page.tsx'
import { useTableView } from '../../ui/table-view.tsx'
import { AccountImport } from './account-import.drawer.tsx'
import { AccountRoles } from './account-roles.dialog.tsx'
import { accountColumns } from './account.columns.tsx'
import { AccountDrawer } from './account.drawer.tsx'
import styles from './accounts.module.css'
import { DeptTree } from './dept-tree.tsx'
import type { AccountAct, ReportedPassword } from './use-account-acts.tsx'
import { useAccountActs } from './use-account-acts.tsx'

const DEFAULTS = { keyword: '', status: '', roleId: '', deptId: '', authenticator: '' }
const AUTHENTICATORS = [
  { value: 'lacking', label: '要求而未绑定' },
  { value: 'bound', label: '已绑定' },
  { value: 'none', label: '未绑定' },
]
const NEW = 'new'
const NO_ROWS: readonly AdminUser[] = []

/** /system/account: departments on the left, the accounts of the selected one on the right. */
export default function AccountListPage(): ReactNode {
  const query = useListQuery('accounts', DEFAULTS, { paging: TABLE_PAGING })
  // An invalid status in an edited address is refused by the server with a sentence.
  const list = useRead('pagingQuery', query.input as CallInput<'pagingQuery'>)
  const [edited, edit] = useAddressField('edit')
  const [granted, grant] = useAddressField('roles')
  const [isImporting, setImporting] = useState(false)
  const [chosen, choose] = useState<readonly string[]>([])
  const acts = useAccountActs()
  const { on } = acts
  const rows = list.data?.list
  const columns = useMemo(() => accountColumns({ edit, grant, on }), [edit, grant, on])
  const view = useTableView('accounts', columns, 770)
  const picked = (rows ?? NO_ROWS).filter((row) => chosen.includes(row.id))
  const counts = list.data?.counts

  return (
    <div className={styles.halves}>
      <DeptTree chosen={query.filters.deptId} onChoose={(deptId) => query.setFilters({ deptId })} />
      <TablePage
        title="账号管理"
        action={
          <>
            <Can call="importAdminUsers">
              <Button onClick={() => setImporting(true)}>导入</Button>
            </Can>
            <Can call="addAdminUser">
              <Button type="primary" onClick={() => edit(NEW)}>
                新增账号
              </Button>
            </Can>
          </>
        }
        tabs={[
          { key: '', label: '全部', count: counts?.all, isCapped: (counts?.capped.length ?? 0) > 0 },
          {
            key: 'active',
            label: '正常',
            count: counts && (counts.counts.active ?? 0),
            isCapped: counts?.capped.includes('active') ?? false,
          },
          {
            key: 'suspended',
            label: '已停用',
            count: counts && (counts.counts.suspended ?? 0),
            isCapped: counts?.capped.includes('suspended') ?? false,
          },
        ]}
        tab={query.filters.status}
        onTab={(status) => query.setFilters({ status })}
        filters={
          <>
            <SearchField
              value={query.filters.keyword}
              placeholder="账号、姓名或手机号"
              onSearch={(keyword) => query.setFilters({ keyword })}
            />
            <RolePicker
              value={query.filters.roleId || undefined}
              onChange={(roleId) => query.setFilters({ roleId: roleId ?? '' })}
            />
            <Select
              aria-label="验证器"
              placeholder="验证器"
              style={{ width: 120 }}
              allowClear
              options={AUTHENTICATORS}
              value={query.filters.authenticator || undefined}
              onChange={(authenticator: string | undefined) => query.setFilters({ authenticator: authenticator ?? '' })}
            />
          </>
        }
        query={query}
        answer={list}
        view={view}
        batch={{
          count: picked.length,
          onClear: () => choose([]),
          actions: <AccountBatch rows={picked} acts={acts} onDone={choose} />,
        }}
        table={{
          rowSelection: { ...SELECT_PAGE, selectedRowKeys: [...chosen], onChange: (keys) => choose(keys.map(String)) },
        }}
        none={{ text: '还没有账号', filtered: '没有符合条件的账号' }}
      >
        {edited === undefined || rows === undefined ? null : (
          <AccountDrawer
            key={edited}
            row={edited === NEW ? NEW : rows.find((row) => row.id === edited)}
            deptId={query.filters.deptId || null}
            onMade={acts.tellPassword}
            onClose={() => edit(undefined)}
          />
        )}
        {granted === undefined ? null : (
          <AccountRoles
            key={granted}
            userId={granted}
            name={rows?.find((row) => row.id === granted)?.name}
            onClose={() => grant(undefined)}
          />
        )}
        {isImporting ? <AccountImport onClose={() => setImporting(false)} /> : null}
        {acts.password ? <FirstPassword {...acts.password} onClose={acts.forgetPassword} /> : null}
        {acts.window}
      </TablePage>
    </div>
  )
}

type AccountBatchProps = {
  rows: readonly AdminUser[]
  acts: Pick<ReturnType<typeof useAccountActs>, 'act'>
  /** called with the accounts for which it failed */
  onDone: (failed: readonly string[]) => void
}

/** Actions on several accounts at once; rows that may not be changed are returned with the reason. */
function AccountBatch({ rows, acts, onDone }: AccountBatchProps): ReactNode {
  const run = async (act: AccountAct): Promise<void> => {
    const failed = await acts.act(act, rows)
    if (failed) onDone(failed)
  }
  return (
    <>
      <Can call="activate">
        <Button onClick={() => void run('activate')}>启用</Button>
      </Can>
      <Can call="suspend">
        <Button onClick={() => void run('suspend')}>停用</Button>
      </Can>
      <Can call="deleteUsers">
        <Button danger onClick={() => void run('deleteUsers')}>
          删除
        </Button>
      </Can>
    </>
  )
}

/** A first password is shown only once, here. A click beside the dialog must not close it. */
function FirstPassword(props: ReportedPassword & { onClose: () => void }): ReactNode {
  const { name, userAccount, initialPassword, onClose } = props
  return (
    <Modal
      open
      centered
      width={440}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      title={`${name} 的初始密码`}
      footer={
        <>
          <Button onClick={() => void copyText(`账号：${userAccount}\n初始密码：${initialPassword}`)}>
            复制账号和密码
          </Button>
          <Button type="primary" onClick={onClose}>
            我已记下
          </Button>
        </>
      }
    >
      <dl className={styles.password}>
        <dt>{ACCOUNT_FIELDS.userAccount.label}</dt>
        <dd>{userAccount}</dd>
        <dt>初始密码</dt>
        <dd>{initialPassword}</dd>
      </dl>
      <p className={styles.warn}>只显示这一次，关闭后不能再查看。请交给本人，首次登录时必须修改。</p>
    </Modal>
  )
}
