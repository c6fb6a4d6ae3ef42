/**
 * Cost of a mutation itself (reference shopify-admin 2, "Dynamic mutation costs"). Arguments are as coerced by the schema. Mutations that
 * are not listed cost 10.
 */
const FLAT = 10

type List = readonly unknown[]
type VariantInput = { file?: unknown; metafields?: List | null }
type SetInput = { variants?: readonly VariantInput[] | null; metafields?: List | null; files?: List | null }

const count = (list: unknown): number => (Array.isArray(list) ? list.length : 0)

function productSetCost(input: SetInput): number {
  const variants = input.variants ?? []
  const files = variants.filter((variant) => variant.file !== undefined && variant.file !== null).length
  const metafields = variants.reduce((sum, variant) => sum + count(variant.metafields), 0)
  return (
    FLAT +
    0.2 * variants.length +
    0.6 * files +
    0.4 * metafields +
    0.4 * count(input.metafields) +
    1.9 * count(input.files)
  )
}

/** Weight of one owner in metafieldsSet; ProductVariant as the "one further type" with 2 is UNCERTAIN. */
const OWNER_WEIGHT: Readonly<Record<string, number>> = {
  Order: 10,
  Product: 4,
  ProductVariant: 2,
  Collection: 1,
  Customer: 1,
  Shop: 1,
}

function metafieldsSetCost(metafields: readonly { ownerId: string }[]): number {
  const owners = new Set(metafields.map((field) => field.ownerId))
  let sum = FLAT
  for (const owner of owners) sum += OWNER_WEIGHT[owner.split('/')[3] ?? ''] ?? 0
  return sum
}

export function mutationCost(name: string, args: Readonly<Record<string, unknown>>): number {
  switch (name) {
    case 'productSet':
      return productSetCost(args.input as SetInput)
    case 'productCreate':
    case 'productUpdate': {
      const product = (args.product ?? args.input) as { metafields?: List } | undefined
      return FLAT + 0.4 * count(product?.metafields) + 1.9 * count(args.media)
    }
    case 'productVariantsBulkCreate':
    case 'productVariantsBulkUpdate':
      return FLAT + 0.2 * count(args.variants)
    case 'metafieldsSet':
      return metafieldsSetCost(args.metafields as { ownerId: string }[])
    default:
      return FLAT
  }
}
