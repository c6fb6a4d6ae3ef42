import { deptRow } from '@huoqiao/contract/accounts/accounts.schema'
import type { AdminUser, DeptRow } from '@huoqiao/contract/accounts/accounts.schema'
import { wireOf } from '../../platform/wire-of.ts'
import { maskPhone, whyNot } from './accounts.rules.ts'
import type { AccountAct, Authority } from './accounts.rules.ts'
import type { ListedAccount } from './account-list.store.ts'
import type { CountedDepartment } from './departments.store.ts'

const ACTS: readonly AccountAct[] = [
  'updateAdminUser',
  'deleteUsers',
  'suspend',
  'activate',
  'unbind',
  'resetPasswordById',
]

export type Seeing = { authority: Authority; seesPhones: boolean; now: number }

export const accountView = (
  row: ListedAccount,
  roles: { id: string; name: string }[],
  { authority, seesPhones, now }: Seeing,
): AdminUser => ({
  id: row.id,
  userAccount: row.userAccount,
  name: row.name,
  phone: seesPhones || row.id === authority.actorId ? row.phone : maskPhone(row.phone),
  roleType: row.roleType,
  status: row.status,
  deptId: row.deptId,
  deptName: row.deptName,
  roles,
  note: row.note,
  hasAuthenticator: row.totpSecret !== null,
  authenticatorDemanded: row.authenticatorDemanded,
  mustChangePassword: row.mustChangePassword,
  locked: row.lockedUntil !== null && row.lockedUntil.getTime() > now,
  lastLoginTime: row.lastLoginAt?.getTime() ?? null,
  createdAt: row.createdAt.getTime(),
  version: row.version,
  can: Object.fromEntries(ACTS.map((act) => [act, whyNot(act, row, authority)?.why ?? true])),
})

export const departmentView = (row: CountedDepartment, hasChildren: boolean): DeptRow => ({
  ...wireOf(deptRow, row),
  can: { updateDept: true, deleteDept: whyDepartmentStays(row, hasChildren) ?? true },
})

export function whyDepartmentStays(row: { accountCount: number }, hasChildren: boolean): string | undefined {
  if (hasChildren) return '还有下级部门'
  return row.accountCount > 0 ? `还有 ${row.accountCount} 个账号属于这个部门` : undefined
}
