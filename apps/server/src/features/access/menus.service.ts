import { PAGES } from '@huoqiao/contract'
import type { ENDPOINTS, InputOf, OutputOf } from '@huoqiao/contract'
import type { MenuRow as MenuView } from '@huoqiao/contract/access/access.schema'
import type { Tx } from '../../db/db.ts'
import type { Call } from '../../platform/call.ts'
import type { Clock } from '../../platform/clock.ts'
import type { NewId } from '../../platform/ids.ts'
import { noteChanges } from '../../platform/note-changes.ts'
import { Refusal } from '../../platform/refusal.ts'
import { hasRing, withDescendants } from './access.rules.ts'
import { findMenus, insertMenu } from './access.store.ts'
import type { MenuRow } from './access.store.ts'
import { menuView } from './access.view.ts'
import { findMenu, lockMenus, nextPosition, removeMenus, saveMenu } from './menus.store.ts'

type Endpoints = typeof ENDPOINTS

/** Editing the menu: a tree of rows; each edit must be based on the newest version. */
export function menusService(deps: { clock: Clock; newId: NewId }) {
  const now = (): Date => new Date(deps.clock.now())
  const found = async (tx: Tx, id: string): Promise<MenuRow> => {
    const row = await findMenu(tx, id)
    if (!row) throw new Refusal('not-found')
    return row
  }

  return {
    /** The pages that a menu entry may open: those of the console. */
    getAllMenuPageUrl: async (): Promise<OutputOf<Endpoints['getAllMenuPageUrl']>> =>
      PAGES.map((page) => ({ ...page })),

    async queryMenus(tx: Tx): Promise<MenuView[]> {
      return (await findMenus(tx)).map(menuView)
    },

    async addMenu(tx: Tx, call: Call, input: InputOf<Endpoints['addMenu']>): Promise<MenuView> {
      await lockMenus(tx)
      if (input.parentId !== null) await found(tx, input.parentId)
      const position = await nextPosition(tx, input.parentId)
      const row = await insertMenu(tx, { ...input, id: deps.newId(), position, createdAt: now(), updatedAt: now() })
      call.notes.object('menu', row.id, row.name)
      return menuView(row)
    },

    async updateMenu(tx: Tx, call: Call, input: InputOf<Endpoints['updateMenu']>): Promise<MenuView> {
      const { id, version, ...fields } = input
      await lockMenus(tx)
      const before = await found(tx, id)
      const moved = fields.parentId !== before.parentId
      if (moved) {
        if (fields.parentId !== null) await found(tx, fields.parentId)
        refuseRing(new Map([...(await parentsOf(tx)), [id, fields.parentId]]))
      }
      const position = moved ? await nextPosition(tx, fields.parentId) : before.position
      const saved = await saveMenu(tx, id, version, { ...fields, position }, now())
      if (!saved) throw new Refusal('stale', { current: menuView(before) })
      call.notes.object('menu', id, saved.name)
      noteChanges(call.notes, fields, before, saved)
      return menuView(saved)
    },

    /** Applies a drag, given by new parent and position. The last drag wins, so no version is checked. */
    async moveMenus(tx: Tx, call: Call, input: InputOf<Endpoints['moveMenus']>): Promise<MenuView[]> {
      await lockMenus(tx)
      const rows = new Map((await findMenus(tx)).map((row) => [row.id, row]))
      const parents = new Map([...rows.values()].map((row) => [row.id, row.parentId]))
      for (const move of input.moves) {
        const known = rows.has(move.id) && (move.parentId === null || rows.has(move.parentId))
        if (!known) throw new Refusal('not-found')
        parents.set(move.id, move.parentId)
      }
      refuseRing(parents)
      for (const { id, parentId, position } of input.moves) {
        const row = rows.get(id)!
        if (row.parentId === parentId && row.position === position) continue
        await saveMenu(tx, id, row.version, { parentId, position }, now())
        call.notes.object('menu', id, row.name)
        call.notes.change('position', placeOf(rows, row), placeOf(rows, { parentId, position }))
      }
      return (await findMenus(tx)).map(menuView)
    },

    async deleteMenu(tx: Tx, call: Call, input: InputOf<Endpoints['deleteMenu']>): Promise<null> {
      await lockMenus(tx)
      const before = await found(tx, input.id)
      if (before.version !== input.version) throw new Refusal('stale', { current: menuView(before) })
      const rows = await findMenus(tx)
      const doomed = withDescendants(input.id, new Map(rows.map((row) => [row.id, row.parentId])))
      await removeMenus(tx, [...doomed])
      for (const row of rows.filter(({ id }) => doomed.has(id))) {
        call.notes.object('menu', row.id, row.name)
        call.notes.change('deleted', { name: row.name, url: row.url }, null)
      }
      return null
    },
  }

  async function parentsOf(tx: Tx): Promise<Map<string, string | null>> {
    return new Map((await findMenus(tx)).map((row) => [row.id, row.parentId]))
  }
}

function refuseRing(parents: ReadonlyMap<string, string | null>): void {
  if (hasRing(parents)) throw new Refusal('would-be-own-ancestor')
}

const placeOf = (rows: ReadonlyMap<string, MenuRow>, at: { parentId: string | null; position: number }): string =>
  `${at.parentId === null ? '' : (rows.get(at.parentId)?.name ?? '')}/${at.position + 1}`
