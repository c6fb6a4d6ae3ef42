import type { ProductIndex } from '../product-index.ts'
import type { ProductRow } from '../rows.ts'
import type { ShopState } from '../shop-state.ts'
import type { Events } from './events.ts'

/** Wraps the product index; every saved or deleted product and every changed stock level is reported as an event. */
export function tellOfProducts(index: ProductIndex, events: Events, shop: () => ShopState): ProductIndex {
  const levelsChanged = (before: ProductRow | undefined, after: ProductRow): void => {
    if (!events.wanted(shop(), 'inventory_levels/update')) return
    const had = new Map(
      before?.variants.flatMap((variant) => variant.levels.map((level) => [level.id, level.available] as const)),
    )
    for (const variant of after.variants)
      for (const level of variant.levels)
        if (had.get(level.id) !== level.available)
          events.emit(shop(), 'inventory_levels/update', { level: { itemId: variant.itemId, level } })
  }
  return {
    ...index,
    get size() {
      return index.size
    },
    get variantCount() {
      return index.variantCount
    },
    put: (row) => {
      const before = index.get(row.id)
      index.put(row)
      events.emit(shop(), before ? 'products/update' : 'products/create', { product: row })
      levelsChanged(before, row)
    },
    delete: (id) => {
      const gone = index.delete(id)
      if (gone) events.emit(shop(), 'products/delete', { goneId: id })
      return gone
    },
  }
}
