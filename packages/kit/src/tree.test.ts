import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildTree } from './tree.ts'
import type { TreeNode } from './tree.ts'

type Row = { id: string; parentId: string | null }

const ids = (nodes: readonly TreeNode<Row>[]): string[] =>
  nodes.flatMap((node) => [node.id, ...ids(node.children ?? [])])

/** Rows with random parents: forests, orphans, and cycles of every length. */
const rows: fc.Arbitrary<Row[]> = fc
  .array(fc.option(fc.nat({ max: 14 })), { maxLength: 12 })
  .map((parents) =>
    parents.map((parent, index) => ({ id: `n${index}`, parentId: parent === null ? null : `n${parent}` })),
  )

describe('buildTree', () => {
  it('shows every row exactly once, whatever the parents say', () => {
    fc.assert(
      fc.property(rows, (list) => {
        expect(ids(buildTree(list)).toSorted()).toEqual(list.map((row) => row.id).toSorted())
      }),
    )
  })

  it('puts every child under its parent, and keeps the order of siblings', () => {
    fc.assert(
      fc.property(rows, (list) => {
        const order = new Map(list.map((row, index) => [row.id, index]))
        const check = (nodes: readonly TreeNode<Row>[], parentId?: string): void => {
          const places = nodes.map((node) => order.get(node.id)!)
          expect(places).toEqual(places.toSorted((a, b) => a - b))
          for (const node of nodes) {
            if (parentId !== undefined) expect(node.parentId).toBe(parentId)
            check(node.children ?? [], node.id)
          }
        }
        check(buildTree(list))
      }),
    )
  })

  it('makes roots only of rows without a parent, orphans, and one row of each cycle', () => {
    const list: Row[] = [
      { id: 'leaf', parentId: 'b' },
      { id: 'b', parentId: 'a' },
      { id: 'a', parentId: 'b' },
      { id: 'self', parentId: 'self' },
      { id: 'orphan', parentId: 'gone' },
      { id: 'root', parentId: null },
    ]
    expect(buildTree(list).map((node) => node.id)).toEqual(['b', 'self', 'orphan', 'root'])
  })

  it('does not change the given rows', () => {
    const list = [
      { id: 'a', parentId: null },
      { id: 'b', parentId: 'a' },
    ]
    buildTree(list)
    expect(list).toEqual([
      { id: 'a', parentId: null },
      { id: 'b', parentId: 'a' },
    ])
  })
})
