import type { MenuItem } from '@huoqiao/contract/access/access.schema'
import { buildTree } from '@huoqiao/kit'
import type { TreeNode } from '@huoqiao/kit'
import type { Tx } from '../../db/db.ts'
import type { Actor } from '../../platform/call.ts'
import { withAncestors } from './access.rules.ts'
import { findMenuIdsOfRoles, findMenus, findRightsOfRoles } from './access.store.ts'
import { elementsService } from './elements.service.ts'
import { menusService } from './menus.service.ts'
import { rolesService } from './roles.service.ts'
import type { RolesDeps } from './roles.service.ts'
import { seedService } from './seed.service.ts'

/** Maximum number of cached role combinations, far more than an installation has; when it is exceeded the cache is cleared. */
const CACHED_SETS = 500

export type AccessService = ReturnType<typeof accessService>

export function accessService(deps: RolesDeps) {
  const menus = menusService(deps)
  const roles = rolesService(deps)
  const elements = elementsService(deps)
  const seed = seedService(deps)
  /**
   * Rights by role ids and role versions: a changed role has a new version, so an outdated entry is never found. Limited in size, because
   * old versions stay in it.
   */
  const rightsCache = new Map<string, ReadonlySet<string>>()

  return {
    /** `roleKey` is "roleId:version,…" as the session query returns it. */
    async rightsOf(tx: Tx, roleIds: readonly string[], roleKey: string): Promise<ReadonlySet<string>> {
      const cached = rightsCache.get(roleKey)
      if (cached) return cached
      const rights = new Set(await findRightsOfRoles(tx, roleIds))
      if (rightsCache.size > CACHED_SETS) rightsCache.clear()
      rightsCache.set(roleKey, rights)
      return rights
    },

    /** The sidebar: everything for an administrator; for others the entries granted to their roles, with the groups above. */
    async queryMenuByRoleId(tx: Tx, actor: Actor): Promise<MenuItem[]> {
      const rows = (await findMenus(tx)).filter((row) => !row.hidden)
      const visible = actor.isAdmin
        ? rows
        : await (async () => {
            const granted = await findMenuIdsOfRoles(tx, actor.roleIds)
            const shown = withAncestors(granted, new Map(rows.map((row) => [row.id, row.parentId])))
            return rows.filter((row) => shown.has(row.id))
          })()
      return buildTree(visible).map(menuItemOf)
    },

    ...seed,

    /** Codes of all page elements: an administrator holds all of them. */
    elementCodes: elements.codes,
    menus,
    roles,
    elements,
  }
}

type MenuNode = TreeNode<{ id: string; parentId: string | null; name: string; url: string; menuIcon: string }>

function menuItemOf(node: MenuNode): MenuItem {
  const item: MenuItem = { id: node.id, name: node.name, url: node.url, menuIcon: node.menuIcon }
  return node.children ? { ...item, children: node.children.map(menuItemOf) } : item
}
