/** The generic tree of specification section 3: rows with id and parentId become nodes with children. */
export type TreeNode<T> = T & { children?: TreeNode<T>[] }

/** Rows whose parent is missing become roots, so that nothing disappears from a screen. Order of rows is kept. */
export function buildTree<T extends { id: string; parentId: string | null }>(rows: readonly T[]): TreeNode<T>[] {
  const nodes = new Map(rows.map((row) => [row.id, { ...row } as TreeNode<T>]))
  const roots: TreeNode<T>[] = []
  for (const row of rows) {
    const node = nodes.get(row.id)!
    const parent = row.parentId === null ? undefined : nodes.get(row.parentId)
    if (parent && parent !== node) (parent.children ??= []).push(node)
    else roots.push(node)
  }
  return roots
}
