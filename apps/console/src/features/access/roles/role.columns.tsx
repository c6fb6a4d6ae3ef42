import type { RoleRow } from '@huoqiao/contract/access/access.schema'
import { ROLE_FIELDS } from '@huoqiao/contract/access/access.fields'
import type { TableColumnsType } from 'antd'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { Can } from '../../../lib/permission.tsx'
import { CanButton } from '../../../ui/can-button.tsx'
import { fieldColumns } from '../../../ui/field-columns.tsx'
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
    ...fieldColumns<RoleRow, typeof ROLE_FIELDS>(ROLE_FIELDS, {
      name: {
        title: '角色',
        width: 180,
        render: (_, row) => (
          <span className={styles.named}>
            <OpenButton onOpen={() => edit(row.id)}>{row.name}</OpenButton>
            {row.builtIn ? <StateTag hue="waiting" label="内置" /> : null}
            {row.demandsAuthenticator ? <Demand row={row} /> : null}
          </span>
        ),
      },
      builtIn: null,
      demandsAuthenticator: null,
      lackingCount: null,
      note: { ellipsis: true },
      accountCount: {
        width: 80,
        render: (_, row) => (
          <OpenButton title="查看角色下的账号" onOpen={() => people(row.id)}>
            {row.accountCount}
          </OpenButton>
        ),
      },
      rightCount: { width: 80 },
      // Shown in the dialog that grants them.
      menuIds: null,
      rights: null,
      elementIds: null,
      updatedAt: { width: 160 },
    }),
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
