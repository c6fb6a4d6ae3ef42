import type { AdminUser, AdminUserFields } from '@huoqiao/contract/accounts/accounts.schema'
import { ACCOUNT_FIELDS } from '@huoqiao/contract/accounts/accounts.fields'
import { Button, Drawer, Form, Input, Radio, TreeSelect } from 'antd'
import type { ReactNode } from 'react'
import { useRef } from 'react'
import { firstFocus } from '../../ui/first-focus.ts'
import { useMay } from '../../lib/permission.tsx'
import { useAct } from '../../lib/use-call.ts'
import { RolesPicker } from '../../pickers/role-picker.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { comparedFields, formItem } from '../../ui/field-form.tsx'
import { RecordDrawer } from '../../ui/record-drawer.tsx'
import { deptOptions, useFindDeptRoleList } from './use-find-dept-role-list.ts'
import type { ReportedPassword } from './use-account-acts.tsx'

type AccountDrawerProps = {
  row: AdminUser | 'new' | undefined
  /** the initial department of a new account */
  deptId: string | null
  onMade: (reported: ReportedPassword) => void
  onClose: () => void
}

const { 0: ORDINARY, 1: ADMIN } = ACCOUNT_FIELDS.roleType.choices
const ROLE_TYPES = [
  { value: 0, label: ORDINARY },
  { value: 1, label: ADMIN },
]
const item = formItem(ACCOUNT_FIELDS)
const MASKED = '*'

function valuesOf(row: AdminUser | undefined, deptId: string | null): AdminUserFields {
  return {
    userAccount: row?.userAccount ?? '',
    name: row?.name ?? '',
    phone: row?.phone ?? '',
    roleType: row?.roleType ?? 0,
    deptId: row ? row.deptId : deptId,
    roleIds: row?.roles.map((role) => role.id) ?? [],
    note: row?.note ?? '',
  }
}

/** One account. The server creates the first password of a new one, which is shown once after saving. */
export function AccountDrawer({ row, deptId, onMade, onClose }: AccountDrawerProps): ReactNode {
  const add = useAct('addAdminUser')
  const update = useAct('updateAdminUser')
  const mayAdd = useMay('addAdminUser')
  const mayUpdate = useMay('updateAdminUser')
  const depts = useFindDeptRoleList()
  const made = useRef('')
  if (row === undefined) {
    return (
      <Drawer open title="账号" size={420} onClose={onClose}>
        <EmptyState text="在当前列表里没有找到这个账号。" action={<Button onClick={onClose}>回到列表</Button>} />
      </Drawer>
    )
  }
  const existing = row === 'new' ? undefined : row
  const deptName = (id: string | null): string => depts.find((dept) => dept.id === id)?.name ?? '（无）'
  return (
    <RecordDrawer<AdminUser, AdminUserFields>
      noun="账号"
      draftKey="account"
      size={520}
      row={existing}
      valuesOf={(of) => valuesOf(of, deptId)}
      fields={comparedFields<AdminUserFields, typeof ACCOUNT_FIELDS>(ACCOUNT_FIELDS, {
        userAccount: 'plain',
        name: 'plain',
        phone: 'plain',
        roleType: 'plain',
        deptId: (of) => deptName(of.deptId),
        // Granted in a separate dialog.
        roleIds: null,
        note: 'plain',
      })}
      isSaving={add.isPending || update.isPending}
      isReadOnly={existing ? !mayUpdate || typeof existing.can.updateAdminUser === 'string' : !mayAdd}
      save={async (values, of) => {
        // A masked number was not typed by the person: it is left out, so that the stored one stays.
        const phone = values.phone?.includes(MASKED) ? '' : values.phone
        const fields = { ...values, phone, deptId: values.deptId ?? null }
        if (of) {
          const { roleIds: _roleIds, ...rest } = fields
          return update.run({ ...rest, ...of })
        }
        const done = await add.run(fields)
        if (!done.ok) return done
        made.current = done.data.initialPassword
        return { ok: true, data: done.data.user }
      }}
      onSaved={(saved, isNew) => {
        if (isNew) onMade({ name: saved.name, userAccount: saved.userAccount, initialPassword: made.current })
      }}
      onClose={onClose}
    >
      {() => <Fields isNew={!existing} isPhoneMasked={existing?.phone.includes(MASKED) ?? false} depts={depts} />}
    </RecordDrawer>
  )
}

type FieldsProps = { isNew: boolean; isPhoneMasked: boolean; depts: ReturnType<typeof useFindDeptRoleList> }

function Fields({ isNew, isPhoneMasked, depts }: FieldsProps): ReactNode {
  return (
    <>
      <Form.Item
        {...item('userAccount')}
        rules={[
          { required: true },
          { pattern: /^[A-Za-z0-9][A-Za-z0-9_.@-]{1,63}$/, message: '字母或数字开头，可含 _ . @ -，2到64位' },
        ]}
      >
        <Input maxLength={64} placeholder="例如 wangwu" ref={isNew ? firstFocus : undefined} autoComplete="off" />
      </Form.Item>
      <Form.Item {...item('name')} rules={[{ required: true, whitespace: true }]}>
        <Input maxLength={32} placeholder="例如 王五" />
      </Form.Item>
      <Form.Item
        {...item('phone')}
        extra={isPhoneMasked ? '没有查看手机号的权限，保持原样即不修改' : '登录失败多次后用它收验证码'}
        rules={isPhoneMasked ? [] : [{ pattern: /^(\+?\d{6,20})?$/, message: '手机号格式不正确' }]}
      >
        <Input maxLength={21} disabled={isPhoneMasked} />
      </Form.Item>
      <Form.Item {...item('deptId')}>
        <TreeSelect
          allowClear
          treeDefaultExpandAll
          placeholder="不属于任何部门"
          treeData={deptOptions(depts)}
          showSearch={{ treeNodeFilterProp: 'title' }}
        />
      </Form.Item>
      <Form.Item {...item('roleType')} extra="管理员拥有全部权限；普通用户的权限来自角色">
        <Radio.Group options={ROLE_TYPES} />
      </Form.Item>
      {isNew ? (
        <Form.Item {...item('roleIds')}>
          <RolesPicker placeholder="可以稍后再授权" />
        </Form.Item>
      ) : null}
      <Form.Item {...item('note')}>
        <Input.TextArea maxLength={200} rows={2} showCount />
      </Form.Item>
    </>
  )
}
