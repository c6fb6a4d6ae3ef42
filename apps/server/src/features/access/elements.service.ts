import { grantableRights } from '@huoqiao/contract'
import type { ENDPOINTS, InputOf, OutputOf } from '@huoqiao/contract'
import type { ElementFields, ElementRow as ElementView } from '@huoqiao/contract/access/access.schema'
import { isUniqueViolation } from '../../db/db.ts'
import type { Tx } from '../../db/db.ts'
import type { Call } from '../../platform/call.ts'
import type { Clock } from '../../platform/clock.ts'
import type { NewId } from '../../platform/ids.ts'
import { noteChanges } from '../../platform/note-changes.ts'
import { Refusal, invalidField } from '../../platform/refusal.ts'
import { isBuiltInElement, rightOfCode } from './access.rules.ts'
import { elementView } from './access.view.ts'
import {
  findAllElements,
  findElement,
  findElements,
  insertElement,
  removeElement,
  saveElement,
  touchRolesWithElement,
} from './elements.store.ts'
import type { ElementRow } from './elements.store.ts'
import { findMenu } from './menus.store.ts'

type Endpoints = typeof ENDPOINTS

/** Page elements: permission strings of their own, granted to roles like rights of calls. */
export function elementsService(deps: { clock: Clock; newId: NewId }) {
  const now = (): Date => new Date(deps.clock.now())

  /**
   * An element's code must not equal the right of a call or a permission that the server checks, in any spelling: its holders would get
   * that right. Only the built-in element keeps such a code.
   */
  const check = async (tx: Tx, fields: ElementFields, before?: ElementRow): Promise<void> => {
    const right = rightOfCode(fields.code)
    if (fields.code !== before?.code) {
      if (grantableRights().some((one) => rightOfCode(one.right) === right))
        throw invalidField('code', '这是一个接口的权限，请换一个编码')
      if (isBuiltInElement(right)) throw invalidField('code', '这是系统内置的页面元素的编码，请换一个')
      const other = (await findAllElements(tx)).find((row) => row.id !== before?.id && rightOfCode(row.code) === right)
      if (other) throw new Refusal('name-taken', { why: `编码 ${other.code} 已存在` })
    }
    if (fields.menuId !== null && !(await findMenu(tx, fields.menuId))) throw new Refusal('not-found')
  }

  /** Changing or removing an element's code gives or takes a permission, so the actor must hold it. */
  const refuseStronger = (call: Call, row: ElementRow): void => {
    if (!call.actor.isAdmin && !call.actor.holds(row.code))
      throw new Refusal('grant-not-held', { why: `你没有：${row.name}` })
  }

  return {
    async queryElements(
      tx: Tx,
      input: InputOf<Endpoints['queryElements']>,
    ): Promise<OutputOf<Endpoints['queryElements']>> {
      const { rows, total } = await findElements(tx, input, input)
      return { list: rows.map(elementView), total, page: input.page, pageSize: input.pageSize }
    },

    codes: async (tx: Tx): Promise<string[]> => (await findAllElements(tx)).map((row) => row.code),

    async addElement(tx: Tx, call: Call, input: InputOf<Endpoints['addElement']>): Promise<ElementView> {
      await check(tx, input)
      const row = await insertElement(tx, { ...input, id: deps.newId(), at: now() }).catch(codeTaken(input.code))
      call.notes.object('element', row.id, row.name)
      return elementView(row)
    },

    async updateElement(tx: Tx, call: Call, input: InputOf<Endpoints['updateElement']>): Promise<ElementView> {
      const { id, version, ...fields } = input
      const before = await findElement(tx, id)
      if (!before) throw new Refusal('not-found')
      if (isBuiltInElement(before.code) && fields.code !== before.code)
        throw invalidField('code', '系统内置的页面元素不能改编码')
      await check(tx, fields, before)
      if (fields.code !== before.code) refuseStronger(call, before)
      const saved = await saveElement(tx, id, version, fields, now()).catch(codeTaken(fields.code))
      if (!saved) throw new Refusal('stale', { current: elementView(before) })
      if (before.code !== saved.code) await touchRolesWithElement(tx, id)
      call.notes.object('element', id, saved.name)
      noteChanges(call.notes, fields, before, saved)
      return elementView(saved)
    },

    async deleteElement(tx: Tx, call: Call, input: InputOf<Endpoints['deleteElement']>): Promise<null> {
      const before = await findElement(tx, input.id)
      if (!before) throw new Refusal('not-found')
      if (isBuiltInElement(before.code)) throw new Refusal('in-use', { why: '系统内置的页面元素不能删除' })
      refuseStronger(call, before)
      await touchRolesWithElement(tx, input.id)
      if (!(await removeElement(tx, input.id, input.version)))
        throw new Refusal('stale', { current: elementView(before) })
      call.notes.object('element', before.id, before.name)
      call.notes.change('deleted', { name: before.name, code: before.code }, null)
      return null
    },
  }
}

const codeTaken = (code: string) => (error: unknown) => {
  if (isUniqueViolation(error, 'element_code')) throw new Refusal('name-taken', { why: `编码 ${code} 已存在` })
  throw error
}
