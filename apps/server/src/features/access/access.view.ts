import { elementRow, menuRow, roleRow } from '@huoqiao/contract/access/access.schema'
import type {
  ElementRow as ElementView,
  MenuRow as MenuView,
  RoleRow as RoleView,
} from '@huoqiao/contract/access/access.schema'
import { wireOf } from '../../platform/wire-of.ts'
import { isBuiltInElement } from './access.rules.ts'
import type { MenuRow } from './access.store.ts'
import type { ElementRow } from './elements.store.ts'
import type { RoleWithCount } from './roles.store.ts'

export const menuView = (row: MenuRow): MenuView => ({
  ...wireOf(menuRow, row),
  can: { updateMenu: true, moveMenus: true, deleteMenu: true },
})

/** Why a role may not be deleted; undefined: it may. */
export function whyRoleStays(role: { builtIn: boolean }, accountCount: number): string | undefined {
  if (role.builtIn) return '系统内置角色不能删除'
  return accountCount > 0 ? `还有 ${accountCount} 个账号使用这个角色` : undefined
}

/** The number of accounts with a role, and how many of them have no authenticator. */
export type Holders = { accounts: number; lacking: number }
export const NO_HOLDERS: Holders = { accounts: 0, lacking: 0 }

export const roleView = (row: RoleWithCount, { accounts: accountCount, lacking }: Holders): RoleView => ({
  ...wireOf(roleRow, row),
  accountCount,
  lackingCount: lacking,
  can: {
    updateRole: true,
    grantResourcesToRole: true,
    deleteRoles: whyRoleStays(row, accountCount) ?? true,
  },
})

export const elementView = (row: ElementRow): ElementView => ({
  ...wireOf(elementRow, row),
  can: { updateElement: true, deleteElement: isBuiltInElement(row.code) ? '系统内置的页面元素不能删除' : true },
})
