import { ENDPOINTS, endpointNames } from '@huoqiao/contract'
import type { MenuItem } from '@huoqiao/contract/access/access.schema'
import { buildTree } from '@huoqiao/kit'
import type { TreeNode } from '@huoqiao/kit'
import type { Tx } from '../../db/db.ts'
import type { Actor } from '../../platform/call.ts'
import type { NewId } from '../../platform/ids.ts'
import { withAncestors } from './access.rules.ts'
import { CLERK_FEATURES, CLERK_ROLE, CLERK_WITHHELD, MENU_SEED } from './access.seed.ts'
import type { MenuSeed } from './access.seed.ts'
import {
  addMenusToRole,
  addRightsToRole,
  countMenus,
  findMenuIdsOfRoles,
  findMenus,
  findRightsOfRoles,
  findRoleByName,
  insertMenu,
  insertRole,
} from './access.store.ts'

export type AccessService = ReturnType<typeof accessService>

export function accessService(deps: { newId: NewId }) {
  /**
   * Rights by role set and role versions: a changed role has a new version, so a stale answer cannot be found again.
   * Bounded, because versions only grow.
   */
  const rightsCache = new Map<string, ReadonlySet<string>>()

  return {
    /** `roleKey` is "roleId:version,…" as the session query gives it. */
    async rightsOf(tx: Tx, roleIds: readonly string[], roleKey: string): Promise<ReadonlySet<string>> {
      const cached = rightsCache.get(roleKey)
      if (cached) return cached
      const rights = new Set(await findRightsOfRoles(tx, roleIds))
      if (rightsCache.size > 500) rightsCache.clear()
      rightsCache.set(roleKey, rights)
      return rights
    },

    /** The sidebar: for an administrator everything, for others what their roles were granted, with the groups above. */
    async menuOf(tx: Tx, actor: Actor): Promise<MenuItem[]> {
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

    /** First start: the menu and the clerk's role, made once. Rights that came with a newer version are added. */
    async seed(tx: Tx): Promise<{ clerkRoleId: string }> {
      if ((await countMenus(tx)) === 0) await seedMenus(tx, MENU_SEED, null)
      const known = await findRoleByName(tx, CLERK_ROLE)
      const clerkRoleId = known?.id ?? deps.newId()
      if (!known) {
        await insertRole(tx, { id: clerkRoleId, name: CLERK_ROLE, note: '商品、订单与采购的日常操作', builtIn: true })
        await addMenusToRole(
          tx,
          clerkRoleId,
          (await findMenus(tx)).filter((row) => !row.url.startsWith('/system')).map((row) => row.id),
        )
        await addRightsToRole(tx, clerkRoleId, clerkRights())
      }
      return { clerkRoleId }
    },
  }

  async function seedMenus(tx: Tx, seeds: readonly MenuSeed[], parentId: string | null): Promise<void> {
    for (const [position, seed] of seeds.entries()) {
      const id = deps.newId()
      await insertMenu(tx, { id, parentId, name: seed.name, url: seed.url, menuIcon: seed.menuIcon, position })
      await seedMenus(tx, seed.children ?? [], id)
    }
  }
}

const clerkRights = (): string[] =>
  endpointNames
    .filter((name) => {
      const one = ENDPOINTS[name]
      return one.right === 'granted' && CLERK_FEATURES.includes(one.feature) && !CLERK_WITHHELD.includes(name)
    })
    .map((name) => ENDPOINTS[name].path)

type MenuNode = TreeNode<{ id: string; parentId: string | null; name: string; url: string; menuIcon: string }>

function menuItemOf(node: MenuNode): MenuItem {
  const item: MenuItem = { id: node.id, name: node.name, url: node.url, menuIcon: node.menuIcon }
  return node.children ? { ...item, children: node.children.map(menuItemOf) } : item
}
