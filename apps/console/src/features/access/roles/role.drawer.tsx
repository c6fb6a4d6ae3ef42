import type { RoleFields, RoleRow } from '@huoqiao/contract/access/access.schema'
import { ROLE_FIELDS } from '@huoqiao/contract/access/access.fields'
import { Button, Drawer, Input, Switch } from 'antd'
import type { ReactNode } from 'react'
import { firstFocus } from '../../../ui/first-focus.ts'
import { useMay } from '../../../lib/permission.tsx'
import { useAct } from '../../../lib/use-call.ts'
import { useSession } from '../../../lib/use-session.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { comparedFields, formItems } from '../../../ui/field-form.tsx'
import { RecordDrawer } from '../../../ui/record-drawer.tsx'

type RoleDrawerProps = {
  /** `new`: an empty form; absent: not in this list */
  row: RoleRow | 'new' | undefined
  isWaiting: boolean
  onSaved: (row: RoleRow, isNew: boolean) => void
  onClose: () => void
}

const valuesOf = (row: RoleRow | undefined): RoleFields => ({
  name: row?.name ?? '',
  note: row?.note ?? '',
  demandsAuthenticator: row?.demandsAuthenticator ?? false,
})
const COMPARED = comparedFields<RoleFields, typeof ROLE_FIELDS>(ROLE_FIELDS, {
  name: 'plain',
  note: 'plain',
  demandsAuthenticator: 'plain',
})

/** Name and note of a role. Its rights are granted in another drawer, which opens after a new role is saved. */
export function RoleDrawer({ row, isWaiting, onSaved, onClose }: RoleDrawerProps): ReactNode {
  const add = useAct('addRole')
  const update = useAct('updateRole')
  const isAdmin = useSession().userInfo?.roleType === 1
  const mayAdd = useMay('addRole')
  const mayUpdate = useMay('updateRole')
  if (row === undefined) {
    return isWaiting ? null : (
      <Drawer open title="角色" size={420} onClose={onClose}>
        <EmptyState text="没有找到这个角色，它可能已被删除。" action={<Button onClick={onClose}>回到列表</Button>} />
      </Drawer>
    )
  }
  const existing = row === 'new' ? undefined : row
  return (
    <RecordDrawer<RoleRow, RoleFields>
      noun="角色"
      draftKey="role"
      size={480}
      row={existing}
      valuesOf={valuesOf}
      fields={COMPARED}
      isSaving={add.isPending || update.isPending}
      isReadOnly={existing ? !mayUpdate || typeof existing.can.updateRole === 'string' : !mayAdd}
      save={(values, of) => (of ? update.run({ ...values, ...of }) : add.run(values))}
      onSaved={onSaved}
      onClose={onClose}
    >
      {() =>
        formItems<RoleFields>(ROLE_FIELDS, {
          name: {
            rules: [{ required: true, whitespace: true }],
            input: <Input maxLength={32} placeholder="例如 采购员" ref={existing ? undefined : firstFocus} />,
          },
          note: {
            extra: existing ? undefined : '保存后接着选择它能看到的菜单和能做的操作',
            input: <Input.TextArea maxLength={200} rows={3} showCount />,
          },
          demandsAuthenticator: {
            valuePropName: 'checked',
            extra: isAdmin
              ? `有这个角色的人登录后先要绑定身份验证器，才能做别的事${existing && existing.lackingCount > 0 ? `；现在有 ${existing.lackingCount} 个账号还没有绑定` : ''}`
              : '只有管理员能改',
            input: <Switch disabled={!isAdmin} />,
          },
        })
      }
    </RecordDrawer>
  )
}
