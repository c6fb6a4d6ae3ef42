/** The generic tree of specification section 3: turns rows with id and parentId into nodes with children. */
export type TreeNode<T> = T & { children?: TreeNode<T>[] }

/**
 * Rows with a missing parent become roots, and so does the first row of each parent cycle, so that nothing disappears from a screen. The
 * order of siblings is kept. Ids must be unique.
 */
export function buildTree<T extends { id: string; parentId: string | null }>(rows: readonly T[]): TreeNode<T>[] {
  const nodes = new Map<string, TreeNode<T>>(rows.map((row) => [row.id, { ...row }]))
  const cut = ringBreakers(rows)
  const roots: TreeNode<T>[] = []
  for (const row of rows) {
    const node = nodes.get(row.id)!
    const parent = row.parentId === null || cut.has(row.id) ? undefined : nodes.get(row.parentId)
    if (parent) (parent.children ??= []).push(node)
    else roots.push(node)
  }
  return roots
}

/** For each parent cycle (including a row that is its own parent), the id of its first row. */
function ringBreakers(rows: readonly { id: string; parentId: string | null }[]): Set<string> {
  const parents = new Map(rows.map((row) => [row.id, row.parentId]))
  const resolved = new Set<string>()
  const breakers = new Set<string>()
  for (const row of rows) {
    const path = new Set<string>()
    let at: string | null | undefined = row.id
    while (typeof at === 'string' && parents.has(at) && !resolved.has(at) && !path.has(at)) {
      path.add(at)
      at = parents.get(at)
    }
    if (typeof at === 'string' && path.has(at)) breakers.add(firstOfRing(at, parents, rows))
    for (const id of path) resolved.add(id)
  }
  return breakers
}

function firstOfRing(
  entry: string,
  parents: ReadonlyMap<string, string | null>,
  rows: readonly { id: string }[],
): string {
  const ring = new Set<string>()
  for (let at: string = entry; !ring.has(at); at = parents.get(at)!) ring.add(at)
  return rows.find((row) => ring.has(row.id))!.id
}
