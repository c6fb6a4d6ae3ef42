import { formatMinor } from '@huoqiao/kit'
import type { Args, TypeFields } from '../call.ts'
import { fieldsOf } from '../call.ts'
import { countOf, cursorOf, emptyConnection, paginate } from '../connections.ts'
import type { PageArgs } from '../connections.ts'
import { gidNumber } from '../gid.ts'
import { refusal } from '../refusals.ts'
import type { LevelRow, ProductRow, VariantRow } from '../rows.ts'
import { filesOf, imageView } from './media.fields.ts'
import { metafieldFields } from './metafield.fields.ts'
import { moneyView } from './money.fields.ts'

type Owned = { product: ProductRow; variant: VariantRow }
export type VariantView = Owned & { __typename: 'ProductVariant' }
type ItemView = Owned & { __typename: 'InventoryItem' }
type LevelView = Owned & { __typename: 'InventoryLevel'; level: LevelRow }

export const variantView = (product: ProductRow, variant: VariantRow): VariantView => ({
  __typename: 'ProductVariant',
  product,
  variant,
})
export const itemView = ({ product, variant }: Owned): ItemView => ({ __typename: 'InventoryItem', product, variant })
export const levelView = ({ product, variant }: Owned, level: LevelRow): LevelView => ({
  __typename: 'InventoryLevel',
  product,
  variant,
  level,
})

/** "Red / M", in the product's option order. */
export const variantTitle = (product: ProductRow, variant: VariantRow): string =>
  selectedOptions({ product, variant })
    .map((option) => option.value)
    .join(' / ')

function selectedOptions({ product, variant }: Owned): { name: string; value: string; optionValue: object }[] {
  return product.options.flatMap((option, index) => {
    const value = option.values.find((entry) => entry.id === variant.values[index])
    return value ? [{ name: option.name, value: value.name, optionValue: { ...value, hasVariants: true } }] : []
  })
}

const available = (variant: VariantRow): number => variant.levels.reduce((sum, level) => sum + level.available, 0)
const isSellable = (variant: VariantRow): boolean =>
  !variant.tracked || variant.inventoryPolicy === 'CONTINUE' || available(variant) > 0

const variantType = fieldsOf<VariantView>({
  id: (s) => s.variant.id,
  legacyResourceId: (s) => gidNumber(s.variant.id),
  defaultCursor: (s) => cursorOf(s.variant.id),
  title: (s) => variantTitle(s.product, s.variant),
  displayName: (s) => `${s.product.title} - ${variantTitle(s.product, s.variant)}`,
  product: (s) => s.product,
  price: (s, _args, call) => formatMinor(s.variant.priceMinor, call.shop.facts.currency),
  compareAtPrice: (s, _args, call) =>
    s.variant.compareAtMinor === null ? null : formatMinor(s.variant.compareAtMinor, call.shop.facts.currency),
  sku: (s) => s.variant.sku,
  barcode: (s) => s.variant.barcode,
  taxable: (s) => s.variant.taxable,
  taxCode: () => null,
  inventoryPolicy: (s) => s.variant.inventoryPolicy,
  inventoryQuantity: (s) => available(s.variant),
  sellableOnlineQuantity: (s) => Math.max(0, available(s.variant)),
  availableForSale: (s) => s.product.status === 'ACTIVE' && isSellable(s.variant),
  inventoryItem: (s) => itemView(s),
  position: (s) => s.product.variants.indexOf(s.variant) + 1,
  selectedOptions,
  createdAt: (s) => s.variant.createdAt,
  updatedAt: (s) => s.variant.updatedAt,
  requiresComponents: () => false,
  showUnitPrice: () => false,
  unitPrice: () => null,
  unitPriceMeasurement: () => null,
  translations: () => [],
  image: (s, _args, call) => {
    const file = filesOf(s.variant.media, call)[0]
    return file?.status === 'READY' ? imageView(file, call) : null
  },
  media: (s, args, call) => paginate(filesOf(s.variant.media, call), args as PageArgs, { id: (file) => file.id }),
})

function levelAt(s: Owned, args: Args): LevelView | null {
  const level = s.variant.levels.find((entry) => entry.locationId === args.locationId)
  return level ? levelView(s, level) : null
}

const itemType = fieldsOf<ItemView>({
  id: (s) => s.variant.itemId,
  legacyResourceId: (s) => gidNumber(s.variant.itemId),
  sku: (s) => s.variant.sku,
  tracked: (s) => s.variant.tracked,
  trackedEditable: () => ({ locked: false, reason: null }),
  requiresShipping: (s) => s.variant.requiresShipping,
  countryCodeOfOrigin: (s) => s.variant.countryCodeOfOrigin,
  provinceCodeOfOrigin: () => null,
  harmonizedSystemCode: (s) => s.variant.harmonizedSystemCode,
  countryHarmonizedSystemCodes: () => emptyConnection(),
  unitCost: (s, _args, call) => (s.variant.costMinor === null ? null : moneyView(call, s.variant.costMinor)),
  measurement: (s) => ({
    id: `gid://shopify/InventoryItemMeasurement/${gidNumber(s.variant.itemId)}`,
    weight: s.variant.weight,
  }),
  createdAt: (s) => s.variant.createdAt,
  updatedAt: (s) => s.variant.updatedAt,
  inventoryHistoryUrl: (s, _args, call) => `${call.shop.origin()}/admin/products/${gidNumber(s.product.id)}`,
  locationsCount: (s) => countOf(s.variant.levels.length),
  inventoryLevel: levelAt,
  inventoryLevels: (s, args) => {
    const views = s.variant.levels.map((level) => levelView(s, level))
    return paginate(views, args as PageArgs, { id: (view) => view.level.id })
  },
  variant: (s) => variantView(s.product, s.variant),
  variants: (s, args) =>
    paginate([variantView(s.product, s.variant)], args as PageArgs, { id: (view) => view.variant.id }),
})

const QUANTITIES: Record<string, (level: LevelRow) => number> = {
  available: (level) => level.available,
  committed: (level) => level.committed,
  on_hand: (level) => level.available + level.committed,
  incoming: () => 0,
  reserved: () => 0,
  damaged: () => 0,
  safety_stock: () => 0,
  quality_control: () => 0,
}

const levelType = fieldsOf<LevelView>({
  id: (s) => s.level.id,
  item: (s) => itemView(s),
  location: (s, _args, call) => call.shop.places.everywhere().find((place) => place.id === s.level.locationId),
  createdAt: (s) => s.level.createdAt,
  updatedAt: (s) => s.level.updatedAt,
  isActive: () => true,
  canDeactivate: (s) => s.variant.levels.length > 1,
  deactivationAlert: () => null,
  quantities: (s, args) =>
    (args.names as string[]).map((name) => {
      const read = QUANTITIES[name]
      if (!read) throw refusal(`The quantity name '${name}' is not valid.`, 'BAD_REQUEST')
      return {
        id: `gid://shopify/InventoryQuantity/${gidNumber(s.level.id)}?name=${name}`,
        name,
        quantity: read(s.level),
        updatedAt: s.level.updatedAt,
      }
    }),
})

export const variantTypes: Record<string, TypeFields> = {
  ProductVariant: {
    ...variantType,
    ...metafieldFields('PRODUCTVARIANT', (s) => (s as VariantView).variant),
  },
  InventoryItem: itemType,
  InventoryLevel: levelType,
}
