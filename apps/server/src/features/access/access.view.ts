import type {
  ElementRow as ElementView,
  MenuRow as MenuView,
  RoleRow as RoleView,
} from '@huoqiao/contract/access/access.schema'
import { isBuiltInElement } from './access.rules.ts'
import type { MenuRow } from './access.store.ts'
import type { ElementRow } from './elements.store.ts'
import type { RoleWithCount } from './roles.store.ts'

export const menuView = (row: MenuRow): MenuView => ({
  id: row.id,
  parentId: row.parentId,
  name: row.name,
  url: row.url,
  menuIcon: row.menuIcon,
  position: row.position,
  hidden: row.hidden,
  version: row.version,
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
  id: row.id,
  name: row.name,
  note: row.note,
  builtIn: row.builtIn,
  demandsAuthenticator: row.demandsAuthenticator,
  accountCount,
  lackingCount: lacking,
  rightCount: row.rightCount,
  version: row.version,
  updatedAt: row.updatedAt.getTime(),
  can: {
    updateRole: true,
    grantResourcesToRole: true,
    deleteRoles: whyRoleStays(row, accountCount) ?? true,
  },
})

export const elementView = (row: ElementRow): ElementView => ({
  id: row.id,
  menuId: row.menuId,
  name: row.name,
  code: row.code,
  note: row.note,
  version: row.version,
  updatedAt: row.updatedAt.getTime(),
  can: { updateElement: true, deleteElement: isBuiltInElement(row.code) ? '系统内置的页面元素不能删除' : true },
})
