import type { ENDPOINTS, InputOf, OutputOf } from '@huoqiao/contract'
import type { ActorNode, DeptRow } from '@huoqiao/contract/accounts/accounts.schema'
import { buildTree } from '@huoqiao/kit'
import type { TreeNode } from '@huoqiao/kit'
import { isUniqueViolation } from '../../db/db.ts'
import type { Tx } from '../../db/db.ts'
import type { Call } from '../../platform/call.ts'
import type { Clock } from '../../platform/clock.ts'
import type { NewId } from '../../platform/ids.ts'
import { noteChanges } from '../../platform/note-changes.ts'
import { Refusal } from '../../platform/refusal.ts'
import { hasRing } from '../access/index.ts'
import type { AccessService } from '../access/index.ts'
import { departmentView, whyDepartmentStays } from './accounts.view.ts'
import {
  findDepartment,
  findDepartments,
  findPeople,
  insertDepartment,
  lockDepartments,
  removeDepartment,
  saveDepartment,
} from './departments.store.ts'
import type { CountedDepartment } from './departments.store.ts'

type Endpoints = typeof ENDPOINTS

/** Maximum number of people in one tree; an installation has tens, and more can be found by keyword. */
const TREE_PEOPLE = 2_000
/** Maximum number of roles in the lists for forms. */
const FORM_ROLES = 1_000

export function departmentsService(deps: { clock: Clock; newId: NewId; access: Pick<AccessService, 'roles'> }) {
  const now = (): Date => new Date(deps.clock.now())
  const found = async (tx: Tx, id: string): Promise<CountedDepartment> => {
    const row = await findDepartment(tx, id)
    if (!row) throw new Refusal('not-found', { why: '部门不存在' })
    return row
  }

  return {
    async findDeptRoleList(tx: Tx): Promise<OutputOf<Endpoints['findDeptRoleList']>> {
      const rows = await findDepartments(tx)
      const parents = new Set(rows.map((row) => row.parentId))
      const roles = await deps.access.roles.page(tx, {}, { page: 0, pageSize: FORM_ROLES })
      return {
        depts: rows.map((row) => departmentView(row, parents.has(row.id))),
        roles: roles.rows.map(({ id, name, note }) => ({ id, name, note })),
      }
    },

    /** Accounts under their departments; with a keyword only matching ones and the departments above them. */
    async actorTgQuery(tx: Tx, keyword: string | undefined): Promise<ActorNode[]> {
      const people = await findPeople(tx, keyword, TREE_PEOPLE)
      const departments = await findDepartments(tx)
      const rows = [
        ...departments.map((row) => ({ id: row.id, parentId: row.parentId, kind: 'dept' as const, name: row.name })),
        ...people.map((row) => ({
          id: row.id,
          parentId: row.deptId,
          kind: 'account' as const,
          name: row.name,
          userAccount: row.userAccount,
          status: row.status,
        })),
      ]
      const nodes = buildTree(rows).map(actorNodeOf)
      return keyword ? nodes.flatMap((node) => withPeople(node)) : nodes
    },

    async addDept(tx: Tx, call: Call, input: InputOf<Endpoints['addDept']>): Promise<DeptRow> {
      if (input.parentId !== null) await found(tx, input.parentId)
      const row = await insertDepartment(tx, { ...input, id: deps.newId(), at: now() }).catch(nameTaken(input.name))
      call.notes.object('department', row.id, row.name)
      return departmentView({ ...row, accountCount: 0 }, false)
    },

    async updateDept(tx: Tx, call: Call, input: InputOf<Endpoints['updateDept']>): Promise<DeptRow> {
      const { id, version, ...fields } = input
      await lockDepartments(tx)
      const before = await found(tx, id)
      const all = await findDepartments(tx)
      if (fields.parentId !== null) await found(tx, fields.parentId)
      const parents = new Map(all.map((row) => [row.id, row.parentId]))
      if (hasRing(parents.set(id, fields.parentId)))
        throw new Refusal('would-be-own-ancestor', { msg: '不能把部门移到自己的下级' })
      const hasChildren = all.some((row) => row.parentId === id)
      const saved = await saveDepartment(tx, id, version, fields, now()).catch(nameTaken(fields.name))
      if (!saved) throw new Refusal('stale', { current: departmentView(before, hasChildren) })
      call.notes.object('department', id, saved.name)
      noteChanges(call.notes, fields, before, saved)
      return departmentView({ ...saved, accountCount: before.accountCount }, hasChildren)
    },

    async deleteDept(tx: Tx, call: Call, input: InputOf<Endpoints['deleteDept']>): Promise<null> {
      await lockDepartments(tx)
      const before = await found(tx, input.id)
      const hasChildren = (await findDepartments(tx)).some((row) => row.parentId === input.id)
      if (before.version !== input.version) throw new Refusal('stale', { current: departmentView(before, hasChildren) })
      const why = whyDepartmentStays(before, hasChildren)
      if (why !== undefined) throw new Refusal('in-use', { why })
      await removeDepartment(tx, input.id)
      call.notes.object('department', before.id, before.name)
      call.notes.change('deleted', before.name, null)
      return null
    },
  }
}

type Row = {
  id: string
  parentId: string | null
  kind: 'dept' | 'account'
  name: string
  userAccount?: string
  status?: string
}

function actorNodeOf({ parentId: _parent, children, ...node }: TreeNode<Row>): ActorNode {
  return children ? { ...node, children: children.map(actorNodeOf) } : node
}

/** The tree without departments that contain nobody. */
function withPeople(node: ActorNode): ActorNode[] {
  if (node.kind === 'account') return [node]
  const children = (node.children ?? []).flatMap(withPeople)
  return children.length > 0 ? [{ ...node, children }] : []
}

const nameTaken = (name: string) => (error: unknown) => {
  if (isUniqueViolation(error, 'department_name')) throw new Refusal('name-taken', { why: `同一级已有“${name}”` })
  throw error
}
