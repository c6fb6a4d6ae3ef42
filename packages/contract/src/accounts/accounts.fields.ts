import type { FieldsOf } from '../fields.ts'
import { CAN, CREATED_AT, ID, NOTE, VERSION } from '../fields.ts'
import type { AdminUser, AdminUserFields, DeptRow } from './accounts.schema.ts'

export const DEPARTMENT_FIELDS = {
  id: ID,
  parentId: { label: '上级部门', format: 'reference' },
  name: { label: '名称', format: 'text' },
  position: { label: '顺序', format: 'count' },
  accountCount: { label: '账号', format: 'count' },
  version: VERSION,
  can: CAN,
} satisfies FieldsOf<DeptRow>

export const ACCOUNT_FIELDS = {
  id: ID,
  userAccount: { label: '登录账号', format: 'text' },
  name: { label: '姓名', format: 'text' },
  phone: { label: '手机号', format: 'text' },
  roleType: { label: '账号类型', format: 'choice', choices: { 0: '普通用户', 1: '管理员' } },
  status: { label: '状态', format: 'choice', choices: { active: '正常', suspended: '已停用' } },
  deptId: { label: '部门', format: 'reference' },
  deptName: { label: '部门', format: 'text' },
  roles: { label: '角色', format: 'list' },
  roleIds: { label: '角色', format: 'list' },
  note: NOTE,
  hasAuthenticator: { label: '身份验证器', format: 'yes-no' },
  authenticatorDemanded: { label: '必须使用身份验证器', format: 'yes-no' },
  mustChangePassword: { label: '须改初始密码', format: 'yes-no' },
  locked: { label: '已锁定', format: 'yes-no' },
  lastLoginTime: { label: '上次登录', format: 'time' },
  createdAt: CREATED_AT,
  version: VERSION,
  can: CAN,
} satisfies FieldsOf<AdminUser, AdminUserFields>
