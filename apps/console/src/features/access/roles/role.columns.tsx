import type { RoleRow } from '@huoqiao/contract/access/access.schema'
import type { TableColumnsType } from 'antd'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { Can } from '../../../lib/permission.tsx'
import { CanButton } from '../../../ui/can-button.tsx'
import { CHANGED_COLUMN } from '../../../ui/changed-column.tsx'
import { OpenButton } from '../../../ui/open-button.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import styles from '../access.module.css'

type RoleActions = {
  edit: (id: string) => void
  grant: (id: string) => void
  people: (id: string) => void
  remove: (row: RoleRow) => void
}

/** Marks a role that demands the authenticator, with the number of its accounts without one. */
const Demand = ({ row }: { row: RoleRow }): ReactNode =>
  row.lackingCount > 0 ? (
    <StateTag hue="attention" label={`${row.lackingCount} 人缺验证器`} title="必须使用身份验证器；这些账号还没有绑定" />
  ) : (
    <StateTag hue="moving" label="验证器" title="必须使用身份验证器" />
  )

/** The server says what may be done with each row, and why not; the column only shows that. */
export function roleColumns({ edit, grant, people, remove }: RoleActions): TableColumnsType<RoleRow> {
  return [
    {
      title: '角色',
      dataIndex: 'name',
      width: 180,
      render: (name: string, row) => (
        <span className={styles.named}>
          <OpenButton onOpen={() => edit(row.id)}>{name}</OpenButton>
          {row.builtIn ? <StateTag hue="waiting" label="内置" /> : null}
          {row.demandsAuthenticator ? <Demand row={row} /> : null}
        </span>
      ),
    },
    { title: '备注', dataIndex: 'note', ellipsis: true },
    {
      title: '账号',
      dataIndex: 'accountCount',
      width: 80,
      align: 'right',
      render: (count: number, row) => (
        <OpenButton title="查看角色下的账号" onOpen={() => people(row.id)}>
          {count}
        </OpenButton>
      ),
    },
    {
      title: '权限',
      dataIndex: 'rightCount',
      width: 80,
      align: 'right',
      render: (count: number) => <span className="hq-num">{count}</span>,
    },
    CHANGED_COLUMN,
    {
      title: '操作',
      key: 'actions',
      width: 210,
      fixed: 'right',
      render: (_value, row) => (
        <>
          <Can call="queryRoleResources">
            <Button type="link" onClick={() => grant(row.id)}>
              授权
            </Button>
          </Can>
          <Can call="pageQueryActorByRoleId">
            <Button type="link" onClick={() => people(row.id)}>
              账号
            </Button>
          </Can>
          <Can call="updateRole">
            <Button type="link" onClick={() => edit(row.id)}>
              编辑
            </Button>
          </Can>
          <Can call="deleteRoles">
            <CanButton type="link" danger allowed={row.can.deleteRoles} onClick={() => remove(row)}>
              删除
            </CanButton>
          </Can>
        </>
      ),
    },
  ]
}
