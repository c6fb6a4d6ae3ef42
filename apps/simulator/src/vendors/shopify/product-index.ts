import type { Table } from '../../core.ts'
import { gidNumber } from './gid.ts'
import type { MetafieldRow, OptionRow, OptionValueRow, ProductRow, VariantRow } from './rows.ts'

type Owned = { product: ProductRow; variant: VariantRow }
type OwnedOption = { product: ProductRow; option: OptionRow }
type OwnedValue = OwnedOption & { value: OptionValueRow }

export type ProductIndex = {
  get(id: string): ProductRow | undefined
  byHandle(handle: string): ProductRow | undefined
  variant(id: string): Owned | undefined
  item(id: string): Owned | undefined
  option(id: string): OwnedOption | undefined
  optionValue(id: string): OwnedValue | undefined
  /** Owner of a unique metafield value: product or variant id. */
  uniqueOwner(ownerType: string, namespace: string, key: string, value: string): string | undefined
  /** Products by ascending id. The list is shared: do not change it. */
  sorted(): readonly ProductRow[]
  readonly size: number
  readonly variantCount: number
  /** Saves a product and updates all look-ups. */
  put(row: ProductRow): void
  delete(id: string): boolean
  /** Rebuilds the look-up of unique metafields after a definition was created or deleted. */
  reindexUnique(): void
  clear(): void
}

type Unique = (ownerType: string, namespace: string, key: string) => boolean

/**
 * The products table with look-ups in memory, so that finding by handle, variant, inventory item or custom id takes the same time at any
 * size.
 */
export function openProductIndex(table: Table<ProductRow>, isUnique: Unique): ProductIndex {
  const handles = new Map<string, string>()
  const variants = new Map<string, Owned>()
  const items = new Map<string, Owned>()
  const options = new Map<string, OwnedOption>()
  const values = new Map<string, OwnedValue>()
  const uniques = new Map<string, string>()
  const keysOf = new Map<string, { handle: string; variants: VariantRow[]; options: OptionRow[]; uniques: string[] }>()
  let sorted: ProductRow[] | undefined

  const uniqueKeys = (product: ProductRow): { key: string; owner: string }[] => {
    const found: { key: string; owner: string }[] = []
    const look = (ownerType: string, owner: string, metafields: readonly MetafieldRow[]): void => {
      for (const field of metafields)
        if (isUnique(ownerType, field.namespace, field.key))
          found.push({ key: uniqueKey(ownerType, field.namespace, field.key, field.value), owner })
    }
    look('PRODUCT', product.id, product.metafields)
    for (const variant of product.variants) look('PRODUCTVARIANT', variant.id, variant.metafields)
    return found
  }
  const forget = (id: string): void => {
    const keys = keysOf.get(id)
    if (!keys) return
    if (handles.get(keys.handle) === id) handles.delete(keys.handle)
    for (const variant of keys.variants) {
      variants.delete(variant.id)
      items.delete(variant.itemId)
    }
    for (const option of keys.options) {
      options.delete(option.id)
      for (const value of option.values) values.delete(value.id)
    }
    for (const key of keys.uniques) uniques.delete(key)
    keysOf.delete(id)
  }
  const remember = (product: ProductRow): void => {
    handles.set(product.handle, product.id)
    for (const variant of product.variants) {
      const owned = { product, variant }
      variants.set(variant.id, owned)
      items.set(variant.itemId, owned)
    }
    for (const option of product.options) {
      options.set(option.id, { product, option })
      for (const value of option.values) values.set(value.id, { product, option, value })
    }
    const unique = uniqueKeys(product)
    for (const { key, owner } of unique) uniques.set(key, owner)
    keysOf.set(product.id, {
      handle: product.handle,
      variants: product.variants,
      options: product.options,
      uniques: unique.map((entry) => entry.key),
    })
  }
  for (const product of table.values()) remember(product)

  return {
    get: (id) => table.get(id),
    byHandle: (handle) => {
      const id = handles.get(handle)
      return id === undefined ? undefined : table.get(id)
    },
    variant: (id) => variants.get(id),
    item: (id) => items.get(id),
    option: (id) => options.get(id),
    optionValue: (id) => values.get(id),
    uniqueOwner: (ownerType, namespace, key, value) => uniques.get(uniqueKey(ownerType, namespace, key, value)),
    sorted: () =>
      (sorted ??= Array.from(table.values()).sort((a, b) => Number(gidNumber(a.id)) - Number(gidNumber(b.id)))),
    get size() {
      return table.size
    },
    get variantCount() {
      return variants.size
    },
    put: (row) => {
      if (table.get(row.id) !== row) sorted = undefined
      forget(row.id)
      table.put(row.id, row)
      remember(row)
    },
    delete: (id) => {
      forget(id)
      sorted = undefined
      return table.delete(id)
    },
    reindexUnique: () => {
      uniques.clear()
      for (const product of table.values()) remember(product)
    },
    clear: () => {
      for (const lookup of [handles, variants, items, options, values, uniques, keysOf]) lookup.clear()
      sorted = undefined
      table.clear()
    },
  }
}

const uniqueKey = (ownerType: string, namespace: string, key: string, value: string): string =>
  JSON.stringify([ownerType, namespace, key, value])
