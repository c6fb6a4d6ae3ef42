import type { DeptRow } from '@huoqiao/contract/accounts/accounts.schema'
import { buildTree } from '@huoqiao/kit/tree'
import type { TreeNode } from '@huoqiao/kit/tree'
import { useMay } from '../../lib/permission.tsx'
import { useRead } from '../../lib/use-call.ts'

const NOTHING = {}
const NO_DEPTS: readonly DeptRow[] = []

/** The departments of the app; empty while they are loading, and for people who may not see them. */
export function useFindDeptRoleList(): readonly DeptRow[] {
  const may = useMay('findDeptRoleList')
  return useRead('findDeptRoleList', NOTHING, { enabled: may }).data?.depts ?? NO_DEPTS
}

export type DeptOption = { value: string; title: string; children?: DeptOption[] }
const optionOf = (node: TreeNode<DeptRow>): DeptOption => ({
  value: node.id,
  title: node.name,
  ...(node.children ? { children: node.children.map(optionOf) } : {}),
})

/** Departments for a tree select; `without` leaves out one and everything below it, because it cannot be moved below itself. */
export const deptOptions = (depts: readonly DeptRow[], without?: string): DeptOption[] =>
  prune(buildTree(depts), without).map(optionOf)

const prune = (nodes: readonly TreeNode<DeptRow>[], without: string | undefined): TreeNode<DeptRow>[] =>
  nodes
    .filter((node) => node.id !== without)
    .map((node) => (node.children ? { ...node, children: prune(node.children, without) } : node))
