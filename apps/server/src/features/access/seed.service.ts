import { ENDPOINTS, endpointNames } from '@huoqiao/contract'
import type { Tx } from '../../db/db.ts'
import type { Clock } from '../../platform/clock.ts'
import type { NewId } from '../../platform/ids.ts'
import { addedTo } from './access.rules.ts'
import {
  CLERK_FEATURES,
  CLERK_HIDDEN,
  CLERK_ROLE,
  CLERK_SEES,
  CLERK_WITHHELD,
  ELEMENT_SEED,
  MENU_SEED,
} from './access.seed.ts'
import type { MenuSeed } from './access.seed.ts'
import {
  addMenusToRole,
  addRightsToRole,
  findMenus,
  findRoleByName,
  insertMenu,
  insertRole,
  keepSeedMemory,
  takeSeedMemory,
} from './access.store.ts'
import type { SeedMemory } from './access.store.ts'
import { findAllElements, insertElement } from './elements.store.ts'

/**
 * Seeds a new installation, and adds the entries of a newer version to an existing one. Each entry is added once: what a person renamed,
 * moved, removed or withdrew stays so.
 */
export function seedService(deps: { clock: Clock; newId: NewId }) {
  return {
    async seed(tx: Tx): Promise<{ clerkRoleId: string }> {
      const given = (await takeSeedMemory(tx)) ?? { menus: [], rights: [], elements: [] }
      const made = await seedMenus(tx, given)
      const known = await findRoleByName(tx, CLERK_ROLE)
      const isNew = known === undefined && given.rights.length === 0
      const clerkRoleId = known?.id ?? deps.newId()
      if (isNew)
        await insertRole(tx, { id: clerkRoleId, name: CLERK_ROLE, note: '商品、订单与采购的日常操作', builtIn: true })
      if (isNew || known) {
        await addMenusToRole(
          tx,
          clerkRoleId,
          made.filter((one) => !one.hiddenFromClerks).map((one) => one.id),
        )
        await addRightsToRole(tx, clerkRoleId, addedTo(given.rights, clerkRights()))
      }
      await seedElements(tx, given)
      await keepSeedMemory(tx, {
        menus: [...new Set([...given.menus, ...everyUrl(MENU_SEED)])],
        rights: [...new Set([...given.rights, ...clerkRights()])],
        elements: [...new Set([...given.elements, ...ELEMENT_SEED.map((one) => one.code)])],
      })
      return { clerkRoleId }
    },
  }

  type Made = { id: string; hiddenFromClerks: boolean }

  async function seedMenus(tx: Tx, given: SeedMemory): Promise<Made[]> {
    const ids = new Map((await findMenus(tx)).map((row) => [row.url, row.id]))
    const made: Made[] = []
    const visit = async (seeds: readonly MenuSeed[], parentId: string | null, hidden: boolean): Promise<void> => {
      for (const [position, one] of seeds.entries()) {
        const hiddenFromClerks = hidden || one.url === CLERK_HIDDEN
        if (!ids.has(one.url) && !given.menus.includes(one.url)) {
          const { name, url, menuIcon } = one
          const row = await insertMenu(tx, { id: deps.newId(), parentId, name, url, menuIcon, position })
          ids.set(url, row.id)
          made.push({ id: row.id, hiddenFromClerks })
        }
        // If a person removed its group, a new entry goes to the top level.
        await visit(one.children ?? [], ids.get(one.url) ?? null, hiddenFromClerks)
      }
    }
    await visit(MENU_SEED, null, false)
    return made
  }

  async function seedElements(tx: Tx, given: SeedMemory): Promise<void> {
    const codes = new Set((await findAllElements(tx)).map((row) => row.code))
    const menus = new Map((await findMenus(tx)).map((row) => [row.url, row.id]))
    for (const { code, name, page, note } of ELEMENT_SEED) {
      if (codes.has(code) || given.elements.includes(code)) continue
      const at = new Date(deps.clock.now())
      await insertElement(tx, { id: deps.newId(), menuId: menus.get(page) ?? null, name, code, note, at })
    }
  }
}

const everyUrl = (seeds: readonly MenuSeed[]): string[] =>
  seeds.flatMap((one) => [one.url, ...everyUrl(one.children ?? [])])

const clerkRights = (): string[] =>
  endpointNames
    .filter((name) => {
      const one = ENDPOINTS[name]
      const isTheirs =
        CLERK_FEATURES.includes(one.feature) || (CLERK_SEES.includes(one.feature) && one.method === 'GET')
      return one.right === 'granted' && isTheirs && !CLERK_WITHHELD.includes(name)
    })
    .map((name) => ENDPOINTS[name].path)
