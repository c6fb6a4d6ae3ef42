import type { Args, Call } from '../call.ts'
import { addProblem, newDraft } from '../draft/draft.ts'
import type { Draft } from '../draft/draft.ts'
import { commitFiles, draftFile } from '../draft/file.draft.ts'
import { draftMetafields } from '../draft/metafield.draft.ts'
import { draftOptions } from '../draft/option.draft.ts'
import type { OptionInput } from '../draft/option.draft.ts'
import { layProductFacts } from '../draft/product.draft.ts'
import type { ProductFacts } from '../draft/product.draft.ts'
import { blankVariant, newLevel } from '../draft/variant.draft.ts'
import type { MetafieldEntry } from '../metafield-rules.ts'
import { notSimulated, refusal } from '../refusals.ts'
import type { ProductRow, UserError } from '../rows.ts'
import { findCustomId } from '../types/query-root.fields.ts'
import { shopView } from '../types/shop.fields.ts'
import { checkVariantThrottle, countCreatedVariants } from '../variant-throttle.ts'
import { defaultStructure } from './product-set.ts'

type MediaInput = { alt?: string | null; mediaContentType: string; originalSource: string }
type WriteInput = ProductFacts & {
  id?: string | null
  metafields?: MetafieldEntry[] | null
  productOptions?: OptionInput[] | null
  collectionsToJoin?: string[] | null
}
type Identifier = { id?: string; handle?: string; customId?: { namespace?: string | null; key: string; value: string } }

/** productCreate and productUpdate report plain user errors: the code is dropped in the answer. */
const CODES = { invalid: '', handleTaken: '' }
const FILE_CODES = { missing: '', badSource: '', nameTaken: '', altTooLong: '' }
const plain = (errors: readonly UserError[]): UserError[] => errors.map(({ field, message }) => ({ field, message }))

/** productCreate creates the product with its first variant only (reference shopify-admin 3). */
export function productCreate(_source: unknown, args: Args, call: Call): unknown {
  const input = productArgument(args)
  const draft = newDraft(call)
  const facts = layProductFacts(draft, undefined, input, 'product', CODES)
  const structure = input.productOptions ? firstVariant(draft, input.productOptions) : defaultStructure(draft)
  const product = withParts(draft, { ...facts, ...structure }, input, args.media as MediaInput[] | null)
  if (draft.problems.length > 0) return { product: null, shop: shopView(call), userErrors: plain(draft.problems) }
  checkVariantThrottle(call, 1)
  commitFiles(draft)
  call.shop.products.put(product)
  countCreatedVariants(call, 1)
  call.effects.push(`product ${product.id} created "${product.title}"`)
  return { product, shop: shopView(call), userErrors: [] }
}

function firstVariant(draft: Draft, inputs: readonly OptionInput[]): Pick<ProductRow, 'options' | 'variants'> {
  const options = draftOptions(draft, inputs, undefined)
  const values = options.map((option) => option.values[0]?.id ?? '')
  const variant = blankVariant(draft, values)
  const level = newLevel(draft, variant.itemId, draft.call.shop.places.locations[0]!.id, 0)
  return { options, variants: [{ ...variant, levels: [level] }] }
}

function productArgument(args: Args): WriteInput {
  const input = (args.product ?? args.input) as WriteInput | undefined
  if (!input) throw refusal('One of product or input is required', 'BAD_REQUEST')
  if (input.collectionsToJoin && input.collectionsToJoin.length > 0) throw notSimulated('collectionsToJoin')
  return input
}

/** Media are added to the existing ones; metafields are set one by one, the others stay. */
function withParts(
  draft: Draft,
  product: ProductRow,
  input: WriteInput,
  media: MediaInput[] | null | undefined,
): ProductRow {
  const owner = { type: 'PRODUCT', id: product.id, existing: product.metafields } as const
  const added = (media ?? []).flatMap((entry, index) => {
    if (entry.mediaContentType !== 'IMAGE') throw notSimulated(`media of type ${entry.mediaContentType}`)
    const file = { alt: entry.alt ?? null, originalSource: entry.originalSource }
    return draftFile(draft, file, ['media', index], FILE_CODES)?.id ?? []
  })
  const metafields = draftMetafields(draft, input.metafields ?? [], owner, {
    field: ['product', 'metafields'],
    wholeState: false,
  })
  return { ...product, metafields, media: [...product.media, ...added] }
}

export function productUpdate(_source: unknown, args: Args, call: Call): unknown {
  const input = productArgument(args)
  const before = updateTarget(args.identifier as Identifier | undefined, input, call)
  if (!before) return { product: null, userErrors: [{ field: ['product', 'id'], message: 'Product does not exist' }] }
  const draft = newDraft(call)
  const facts = layProductFacts(draft, before, input, 'product', CODES)
  const product = withParts(draft, facts, input, args.media as MediaInput[] | null)
  if (draft.problems.length > 0) return { product: null, userErrors: plain(draft.problems) }
  commitFiles(draft)
  call.shop.products.put(product)
  call.effects.push(`product ${product.id} updated "${product.title}"`)
  return { product, userErrors: [] }
}

function updateTarget(identifier: Identifier | undefined, input: WriteInput, call: Call): ProductRow | undefined {
  const { products } = call.shop
  if (identifier?.handle) return products.byHandle(identifier.handle)
  const found = identifier?.customId ? findCustomId('PRODUCT', identifier.customId, call) : (identifier?.id ?? input.id)
  return found ? products.get(found) : undefined
}

export function productDelete(_source: unknown, args: Args, call: Call): unknown {
  const { id } = args.input as { id: string }
  const shop = shopView(call)
  if (args.synchronous === false) {
    const operation = call.pipeline.operations.start(call, { kind: 'delete', id })
    return { deletedProductId: null, productDeleteOperation: operation, shop, userErrors: [] }
  }
  const userErrors = performProductDelete(id, call)
  const deletedProductId = userErrors.length === 0 ? id : null
  return { deletedProductId, productDeleteOperation: null, shop, userErrors }
}

export function performProductDelete(id: string, call: Call): UserError[] {
  const product = call.shop.products.get(id)
  if (!product) return [{ field: ['id'], message: 'Product does not exist' }]
  call.shop.products.delete(id)
  call.effects.push(`product ${id} deleted "${product.title}"`)
  return []
}

/** Saves a product with another list of media; the files themselves stay in the shop. */
export function addMedia(draft: Draft, product: ProductRow, media: readonly MediaInput[]): ProductRow {
  const ids = media.flatMap((entry, index) => {
    if (entry.mediaContentType !== 'IMAGE') {
      addProblem(draft, 'INVALID_INPUT', ['media', index], 'Only images are supported')
      return []
    }
    const file = { alt: entry.alt ?? null, originalSource: entry.originalSource }
    return draftFile(draft, file, ['media', index], FILE_CODES)?.id ?? []
  })
  return { ...product, media: [...product.media, ...ids] }
}
