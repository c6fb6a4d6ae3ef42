import type { AdminUser, AdminUserFields } from '@huoqiao/contract/accounts/accounts.schema'
import { Button, Drawer, Form, Input, Radio, TreeSelect } from 'antd'
import type { ReactNode } from 'react'
import { useRef } from 'react'
import { useMay } from '../../lib/permission.tsx'
import { useAct } from '../../lib/use-call.ts'
import { RolesPicker } from '../../pickers/role-picker.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
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

const ROLE_TYPES = ['普通用户', '管理员'] as const
const MASKED = '*'

function valuesOf(row: AdminUser | undefined, deptId: string | null): AdminUserFields {
  return {
    userAccount: row?.userAccount ?? '',
    name: row?.name ?? '',
    phone: row?.phone ?? '',
    roleType: row?.roleType ?? 0,
    deptId: row ? row.deptId : deptId,
    roleIds: row?.roles.map((role) => role.id) ?? [],
    note: '',
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
      fields={[
        { key: 'userAccount', label: '登录账号', text: (of) => of.userAccount },
        { key: 'name', label: '姓名', text: (of) => of.name },
        { key: 'phone', label: '手机号', text: (of) => of.phone },
        { key: 'roleType', label: '账号类型', text: (of) => ROLE_TYPES[of.roleType] },
        { key: 'deptId', label: '部门', text: (of) => deptName(of.deptId) },
      ]}
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
        name="userAccount"
        label="登录账号"
        rules={[
          { required: true },
          { pattern: /^[A-Za-z0-9][A-Za-z0-9_.@-]{1,63}$/, message: '字母或数字开头，可含 _ . @ -，2到64位' },
        ]}
      >
        <Input maxLength={64} placeholder="例如 wangwu" autoFocus={isNew} autoComplete="off" />
      </Form.Item>
      <Form.Item name="name" label="姓名" rules={[{ required: true, whitespace: true }]}>
        <Input maxLength={32} placeholder="例如 王五" />
      </Form.Item>
      <Form.Item
        name="phone"
        label="手机号"
        extra={isPhoneMasked ? '没有查看手机号的权限，保持原样即不修改' : '登录失败多次后用它收验证码'}
        rules={isPhoneMasked ? [] : [{ pattern: /^(\+?\d{6,20})?$/, message: '手机号格式不正确' }]}
      >
        <Input maxLength={21} disabled={isPhoneMasked} />
      </Form.Item>
      <Form.Item name="deptId" label="部门">
        <TreeSelect
          allowClear
          treeDefaultExpandAll
          placeholder="不属于任何部门"
          treeData={deptOptions(depts)}
          showSearch={{ treeNodeFilterProp: 'title' }}
        />
      </Form.Item>
      <Form.Item name="roleType" label="账号类型" extra="管理员拥有全部权限；普通用户的权限来自角色">
        <Radio.Group options={ROLE_TYPES.map((label, value) => ({ label, value }))} />
      </Form.Item>
      {isNew ? (
        <>
          <Form.Item name="roleIds" label="角色">
            <RolesPicker placeholder="可以稍后再授权" />
          </Form.Item>
          <Form.Item name="note" label="备注">
            <Input.TextArea maxLength={200} rows={2} showCount />
          </Form.Item>
        </>
      ) : null}
    </>
  )
}
