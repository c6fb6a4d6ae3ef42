import type { Args, Call } from '../call.ts'
import { newDraft, addProblem } from '../draft/draft.ts'
import type { Draft } from '../draft/draft.ts'
import { commitFiles, draftFile, PRODUCT_SET_FILE_CODES } from '../draft/file.draft.ts'
import type { FileInput } from '../draft/file.draft.ts'
import { draftMetafields } from '../draft/metafield.draft.ts'
import { defaultOption, draftOptions } from '../draft/option.draft.ts'
import type { OptionInput } from '../draft/option.draft.ts'
import { layProductFacts } from '../draft/product.draft.ts'
import type { ProductFacts } from '../draft/product.draft.ts'
import { draftSetVariants } from '../draft/set-variants.draft.ts'
import type { SetVariantInput } from '../draft/set-variants.draft.ts'
import { blankVariant, newLevel } from '../draft/variant.draft.ts'
import { resolveNamespace } from '../metafield-rules.ts'
import type { MetafieldEntry } from '../metafield-rules.ts'
import { notSimulated } from '../refusals.ts'
import type { ProductRow, UserError } from '../rows.ts'
import { checkVariantThrottle, countCreatedVariants } from '../variant-throttle.ts'

type CustomId = { namespace?: string | null; key: string; value: string }
export type SetIdentifier = { id?: string; handle?: string; customId?: CustomId } | null | undefined
export type SetInput = ProductFacts & {
  id?: string | null
  files?: FileInput[] | null
  metafields?: MetafieldEntry[] | null
  productOptions?: OptionInput[] | null
  variants?: SetVariantInput[] | null
  collections?: string[] | null
  category?: string | null
  giftCard?: boolean | null
  requiresSellingPlan?: boolean | null
  combinedListingRole?: string | null
}
export type SetResult = { product: ProductRow | null; userErrors: UserError[] }

/** productSet(identifier, input, synchronous): reference shopify-admin 3. An asynchronous one becomes an operation. */
export function productSet(_source: unknown, args: Args, call: Call): unknown {
  const identifier = args.identifier as SetIdentifier
  const input = args.input as SetInput
  refuseUnsimulated(input)
  if (args.synchronous !== false) return { ...performProductSet(identifier, input, call), productSetOperation: null }
  const operation = call.pipeline.operations.start(call, {
    kind: 'set',
    identifier,
    input,
    version: call.version,
  })
  return { product: null, productSetOperation: operation, userErrors: [] }
}

function refuseUnsimulated(input: SetInput): void {
  if (input.category) throw notSimulated('ProductSetInput.category')
  if (input.giftCard) throw notSimulated('ProductSetInput.giftCard')
  if (input.requiresSellingPlan) throw notSimulated('ProductSetInput.requiresSellingPlan')
  if (input.combinedListingRole) throw notSimulated('ProductSetInput.combinedListingRole')
}

/** The work itself in one step: look-up, draft, checks and saving cannot interleave with another request. */
export function performProductSet(identifier: SetIdentifier, input: SetInput, call: Call): SetResult {
  const draft = newDraft(call)
  const before = findTarget(draft, identifier, input)
  if (draft.problems.length > 0) return { product: null, userErrors: draft.problems }
  const product = draftProduct(draft, before, input, identifier)
  if (draft.problems.length > 0) return { product: null, userErrors: draft.problems }
  const known = new Set(before?.variants.map((variant) => variant.id))
  const created = product.variants.filter((variant) => !known.has(variant.id)).length
  checkVariantThrottle(call, created)
  commitFiles(draft)
  call.shop.products.put(product)
  countCreatedVariants(call, created)
  const removed = (before?.variants.length ?? 0) + created - product.variants.length
  call.effects.push(
    `product ${product.id} ${before ? 'updated' : 'created'} "${product.title}": ${product.variants.length} variants (+${created} -${removed}), ${product.media.length} files`,
  )
  return { product, userErrors: [] }
}

/** The product that the identifier names; undefined without a problem means that it has to be created. */
function findTarget(draft: Draft, identifier: SetIdentifier, input: SetInput): ProductRow | undefined {
  const { shop } = draft.call
  if (identifier && input.id)
    addProblem(draft, 'ID_NOT_ALLOWED', ['input', 'id'], 'The id field is not allowed if identifier is provided.')
  const id = identifier?.id ?? input.id
  if (id) {
    const found = shop.products.get(id)
    const field = identifier ? ['identifier', 'id'] : ['input', 'id']
    if (!found) addProblem(draft, 'PRODUCT_DOES_NOT_EXIST', field, 'Product does not exist')
    return found
  }
  if (identifier?.handle !== undefined) return targetByHandle(draft, identifier.handle, input)
  return identifier?.customId ? targetByCustomId(draft, identifier.customId, input) : undefined
}

function targetByHandle(draft: Draft, handle: string, input: SetInput): ProductRow | undefined {
  const found = draft.call.shop.products.byHandle(handle)
  if (input.handle && input.handle !== handle)
    addProblem(draft, 'INPUT_MISMATCH', ['input', 'handle'], 'The input handle does not match the identifier handle.')
  if (!found && !input.handle)
    addProblem(
      draft,
      'MISSING_FIELD_REQUIRED',
      ['input', 'handle'],
      'The input field corresponding to the identifier is required.',
    )
  return found
}

function targetByCustomId(draft: Draft, custom: CustomId, input: SetInput): ProductRow | undefined {
  const { shop } = draft.call
  const namespace = resolveNamespace(custom.namespace)
  if (shop.definitionOf('PRODUCT', namespace, custom.key)?.type !== 'id') {
    const message = "Metafield definition of type 'id' is required when using custom ids."
    addProblem(draft, 'INVALID_METAFIELD', ['identifier', 'customId'], message)
    return undefined
  }
  const owner = shop.products.uniqueOwner('PRODUCT', namespace, custom.key, custom.value)
  const listed = input.metafields?.find(
    (field) => field.key === custom.key && resolveNamespace(field.namespace) === namespace,
  )
  if (input.metafields && listed?.value !== custom.value)
    addProblem(
      draft,
      'METAFIELD_MISMATCH',
      ['input', 'metafields'],
      'The input metafields must contain the customId value.',
    )
  else if (!owner && !listed)
    addProblem(
      draft,
      'MISSING_FIELD_REQUIRED',
      ['input', 'metafields'],
      'The input field corresponding to the identifier is required.',
    )
  return owner === undefined ? undefined : shop.products.get(owner)
}

const CODES = { invalid: 'INVALID_PRODUCT', handleTaken: 'HANDLE_NOT_UNIQUE' }

function draftProduct(
  draft: Draft,
  before: ProductRow | undefined,
  input: SetInput,
  identifier: SetIdentifier,
): ProductRow {
  const facts = layProductFacts(draft, before, withHandle(input, identifier), 'input', CODES)
  const { media, fileBySource } = draftMedia(draft, before, input)
  if (input.collections && input.collections.length > 0)
    addProblem(draft, 'INVALID_INPUT', ['input', 'collections'], 'Collection does not exist')
  const owner = { type: 'PRODUCT', id: facts.id, existing: facts.metafields } as const
  const metafields = input.metafields
    ? draftMetafields(draft, input.metafields, owner, {
        field: ['input', 'metafields'],
        wholeState: draft.call.quirks.metafieldsWholeState(),
      })
    : facts.metafields
  return { ...facts, media, metafields, ...draftStructure(draft, before, input, { media, fileBySource }) }
}

const withHandle = (input: SetInput, identifier: SetIdentifier): ProductFacts =>
  identifier?.handle && !input.handle ? { ...input, handle: identifier.handle } : input

type Media = { media: string[]; fileBySource: Map<string, string> }

const MEDIA_LIMIT = 250

function draftMedia(draft: Draft, before: ProductRow | undefined, input: SetInput): Media {
  const fileBySource = new Map<string, string>()
  const kept = before?.media ?? []
  if (!input.files) return { media: kept, fileBySource }
  if (input.files.length > MEDIA_LIMIT)
    addProblem(draft, 'INVALID_INPUT', ['input', 'files'], `Exceeded the maximum of ${MEDIA_LIMIT} media per product`)
  const listed = input.files.flatMap((file, index) => {
    const row = draftFile(draft, file, ['input', 'files', index], PRODUCT_SET_FILE_CODES)
    if (!row) return []
    if (row.kind !== 'image')
      addProblem(draft, 'INVALID_INPUT', ['input', 'files', index], 'Only media can be added to a product')
    if (file.originalSource) fileBySource.set(file.originalSource, row.id)
    return [row.id]
  })
  const rest = draft.call.quirks.filesWholeState() ? [] : kept
  return { media: Array.from(new Set([...listed, ...rest])), fileBySource }
}

/** Options and variants must be given together or not at all; a new product without them gets one default variant. */
function draftStructure(
  draft: Draft,
  before: ProductRow | undefined,
  input: SetInput,
  files: Media,
): Pick<ProductRow, 'options' | 'variants'> {
  const hasOptions = input.productOptions !== undefined && input.productOptions !== null
  const hasVariants = input.variants !== undefined && input.variants !== null
  if (hasVariants && !hasOptions)
    addProblem(
      draft,
      'PRODUCT_OPTIONS_INPUT_MISSING',
      ['input', 'productOptions'],
      'Product options input is required when updating variants',
    )
  if (hasOptions && !hasVariants)
    addProblem(
      draft,
      'VARIANTS_INPUT_MISSING',
      ['input', 'variants'],
      'Variants input is required when updating product options',
    )
  if (hasOptions && hasVariants) {
    const options = draftOptions(draft, input.productOptions!, before)
    if (draft.problems.length > 0) return { options, variants: before?.variants ?? [] }
    return { options, variants: draftSetVariants(draft, input.variants!, { before, options, ...files }) }
  }
  if (before) {
    const variants = before.variants.map((variant) => ({
      ...variant,
      media: variant.media.filter((id) => files.media.includes(id)),
    }))
    return { options: before.options, variants }
  }
  return defaultStructure(draft)
}

/** One option "Title" with one variant, stocked with 0 at the first location. */
export function defaultStructure(draft: Draft): Pick<ProductRow, 'options' | 'variants'> {
  const option = defaultOption(draft)
  const variant = blankVariant(draft, [option.values[0]!.id])
  const level = newLevel(draft, variant.itemId, draft.call.shop.places.locations[0]!.id, 0)
  return { options: [option], variants: [{ ...variant, levels: [level] }] }
}
