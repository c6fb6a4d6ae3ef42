import type { ProductRow, ProductStatus } from '../rows.ts'
import { addProblem, keptText } from './draft.ts'
import type { Draft } from './draft.ts'
import { reserialised } from './description-html.ts'
import { freeHandle, handleFrom } from './handle.ts'

/** Fields that are common to all product inputs. */
export type ProductFacts = {
  title?: string | null
  handle?: string | null
  descriptionHtml?: string | null
  vendor?: string | null
  productType?: string | null
  status?: ProductStatus | null
  tags?: string[] | null
  templateSuffix?: string | null
  seo?: { title?: string | null; description?: string | null } | null
}

/** Error codes of the mutation; undefined where it has none (productCreate and productUpdate have plain user errors). */
export type ProductCodes = { invalid: string; handleTaken: string }

const TITLE_LIMIT = 255
const TAG_LIMIT = 255

/** The product with the fields of an input applied, or a new one. Options, variants and media are not touched. */
export function layProductFacts(
  draft: Draft,
  before: ProductRow | undefined,
  input: ProductFacts,
  root: string,
  codes: ProductCodes,
): ProductRow {
  const { shop } = draft.call
  const title = (input.title ?? before?.title ?? '').trim()
  if (title === '') addProblem(draft, codes.invalid, [root, 'title'], "Title can't be blank")
  if (title.length > TITLE_LIMIT)
    addProblem(draft, codes.invalid, [root, 'title'], `Title is too long (maximum is ${TITLE_LIMIT} characters)`)
  for (const [name, value] of [
    ['vendor', input.vendor],
    ['productType', input.productType],
  ] as const)
    if (value && value.length > 255)
      addProblem(draft, codes.invalid, [root, name], `${name} is too long (maximum is 255 characters)`)
  const tags = input.tags ? cleanTags(input.tags) : (before?.tags ?? [])
  if (tags.some((tag) => tag.length > TAG_LIMIT) || tags.length > 250)
    addProblem(draft, codes.invalid, [root, 'tags'], 'Product tags is invalid')
  return {
    id: before?.id ?? shop.newId('Product'),
    title,
    handle: handleOf(draft, before, input, root, codes),
    descriptionHtml: descriptionOf(draft, input) ?? before?.descriptionHtml ?? '',
    // A product always has a vendor: the shop's name when none is given or it is removed.
    vendor: keptText(draft, input.vendor ?? before?.vendor ?? '') || shop.facts.name,
    productType: keptText(draft, input.productType ?? before?.productType ?? ''),
    status: input.status ?? before?.status ?? 'ACTIVE',
    tags,
    templateSuffix: input.templateSuffix === undefined ? (before?.templateSuffix ?? null) : input.templateSuffix,
    seo: {
      title: input.seo?.title === undefined ? (before?.seo.title ?? null) : input.seo.title,
      description: input.seo?.description === undefined ? (before?.seo.description ?? null) : input.seo.description,
    },
    options: before?.options ?? [],
    variants: before?.variants ?? [],
    media: before?.media ?? [],
    metafields: before?.metafields ?? [],
    publications: before?.publications ?? [],
    createdAt: before?.createdAt ?? draft.now,
    updatedAt: draft.now,
    publishedAt: before?.publishedAt ?? null,
  }
}

function descriptionOf(draft: Draft, { descriptionHtml }: ProductFacts): string | undefined {
  if (descriptionHtml === undefined || descriptionHtml === null) return undefined
  return draft.call.quirks.descriptionHtml() === 'reserialised' ? reserialised(descriptionHtml) : descriptionHtml
}

/** Tags are a case-insensitive set, in alphabetical order. */
function cleanTags(tags: readonly string[]): string[] {
  const known = new Map<string, string>()
  for (const tag of tags.flatMap((entry) => entry.split(',')).map((entry) => entry.trim()))
    if (tag !== '' && !known.has(tag.toLowerCase())) known.set(tag.toLowerCase(), tag)
  return Array.from(known.values()).sort((a, b) => a.localeCompare(b))
}

function handleOf(
  draft: Draft,
  before: ProductRow | undefined,
  input: ProductFacts,
  root: string,
  codes: ProductCodes,
): string {
  const taken = (handle: string): boolean => {
    const owner = draft.call.shop.products.byHandle(handle)
    return owner !== undefined && owner.id !== before?.id
  }
  if (!input.handle) return before?.handle ?? freeHandle(handleFrom(input.title ?? ''), taken)
  if (input.handle.length > 255)
    addProblem(draft, codes.invalid, [root, 'handle'], 'Handle is too long (maximum is 255 characters)')
  const handle = handleFrom(input.handle)
  if (taken(handle))
    addProblem(
      draft,
      codes.handleTaken,
      [root, 'handle'],
      `Handle '${handle}' already in use. Please provide a new handle.`,
    )
  return handle
}
