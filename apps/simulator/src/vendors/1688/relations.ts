import type { SimCore } from '../../core.ts'

/** Ways in which a buyer's app can be related to a product (reference 2.6). */
export type RelationKind = 'distribution' | 'followed' | 'pushed'
type RelationRow = { offerId: string; kinds: RelationKind[] }

/** Which products the app is related to: cross.productInfo and product messages depend on it. */
export function openRelations(core: SimCore) {
  const table = core.table<RelationRow>('1688-relations')
  const has = (offerId: string, kind: RelationKind): boolean => table.get(offerId)?.kinds.includes(kind) ?? false
  return {
    has,
    any: (offerId: string): boolean => table.get(offerId) !== undefined,
    /** False when it existed already. */
    add: (offerId: string, kind: RelationKind): boolean => {
      if (has(offerId, kind)) return false
      table.put(offerId, { offerId, kinds: [...(table.get(offerId)?.kinds ?? []), kind] })
      return true
    },
    /** False when it did not exist. */
    remove: (offerId: string, kind: RelationKind): boolean => {
      if (!has(offerId, kind)) return false
      const rest = table.get(offerId)!.kinds.filter((held) => held !== kind)
      if (rest.length === 0) table.delete(offerId)
      else table.put(offerId, { offerId, kinds: rest })
      return true
    },
    clear: () => table.clear(),
  }
}

export type Relations = ReturnType<typeof openRelations>
