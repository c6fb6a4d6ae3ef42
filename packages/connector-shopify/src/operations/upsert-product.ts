import { RemoteFailure } from '@huoqiao/connector-kit'
import { z } from 'zod'
import type { CallOptions, Execute, Operation } from '../operation.ts'
import { gid, nodesOf, pageOf } from '../wire.ts'
import { LISTING_ID } from './ensure-id-definition.ts'
import type { CustomId } from './find-by-custom-id.ts'
import { listVariantRefs } from './list-variant-refs.ts'
import {
  VARIANT_REF_FIELDS,
  estimateProductSetCost,
  mediaRef,
  productStatus,
  variantRef,
  variantRefOf,
  variantRefPoints,
} from './product-set.wire.ts'
import type { MediaStatus, ProductSetInput, ProductStatus, VariantRef } from './product-set.wire.ts'

const product = z.object({
  id: gid,
  handle: z.string(),
  title: z.string(),
  status: productStatus,
  updatedAt: z.string(),
  descriptionHtml: z.string(),
  vendor: z.string(),
  productType: z.string(),
  tags: z.array(z.string()),
  variants: pageOf(variantRef).optional(),
  media: nodesOf(mediaRef).optional(),
})
const answer = z.object({
  productSet: z.object({
    product: product.nullish(),
    productSetOperation: z.object({ id: gid, status: z.string() }).nullish(),
  }),
})

type Identifier = { readonly customId: CustomId } | { readonly id: string }

export type UpsertVariables = {
  readonly identifier: Identifier
  readonly input: ProductSetInput
  readonly synchronous: boolean
  readonly withVariants: boolean
  readonly variantsFirst: number
  readonly withItems: boolean
  readonly withMedia: boolean
  readonly mediaFirst: number
}

export const UPSERT_PRODUCT: Operation<UpsertVariables, z.infer<typeof answer>> = {
  name: 'productSet',
  mutation: true,
  // Always with an identifier: a repeat sets the same values again.
  safe: true,
  cost: (variables) =>
    Math.ceil(
      estimateProductSetCost(variables.input) +
        (variables.withVariants ? 2 + variables.variantsFirst * variantRefPoints(variables.withItems) : 0) +
        (variables.withMedia ? 2 + variables.mediaFirst : 0),
    ),
  answer,
  document: `mutation UpsertProduct(
  $identifier: ProductSetIdentifiers!, $input: ProductSetInput!, $synchronous: Boolean!,
  $withVariants: Boolean!, $variantsFirst: Int!, $withItems: Boolean!, $withMedia: Boolean!, $mediaFirst: Int!
) {
  productSet(identifier: $identifier, input: $input, synchronous: $synchronous) {
    product {
      id handle title status updatedAt descriptionHtml vendor productType tags
      variants(first: $variantsFirst) @include(if: $withVariants) {
        nodes { ${VARIANT_REF_FIELDS} }
        pageInfo { hasNextPage endCursor }
      }
      media(first: $mediaFirst) @include(if: $withMedia) { nodes { id alt status } }
    }
    productSetOperation { id status }
    userErrors { code field message }
  }
}`,
}

export type UpsertRequest = {
  /** our own identifier (stored at creation, used to find it), or the product's id once it is known */
  readonly identifier: { readonly listing: string } | { readonly id: string }
  readonly input: ProductSetInput
  /** false: the shop processes it asynchronously, see poll-product-operation; default true */
  readonly synchronous?: boolean
  /**
   * what is returned, each costing points: `ids` the product only; `variants` also variant ids; `full` also inventory items and media;
   * default `full`
   */
  readonly select?: 'ids' | 'variants' | 'full'
}

export type MediaRef = { readonly id: string; readonly alt: string; readonly status: MediaStatus }

export type UpsertedProduct = {
  readonly id: string
  readonly handle: string
  readonly title: string
  readonly status: ProductStatus
  readonly updatedAt: string
  /** as the shop stores it: it adds and normalises values */
  readonly descriptionHtml: string
  readonly vendor: string
  readonly productType: string
  readonly tags: readonly string[]
  readonly variants: readonly VariantRef[]
  readonly media: readonly MediaRef[]
}

export type UpsertResult =
  | { readonly kind: 'done'; readonly product: UpsertedProduct }
  /** only if not synchronous */
  | { readonly kind: 'working'; readonly operationId: string }

/** Variants in the upsert's own answer; the rest is read in pages, because one request may cost at most 1,000 points. */
const VARIANTS_FIRST = 50

/**
 * Creates or updates one product under an identifier of ours, so that it is created at most once however often it is sent (decisions,
 * section 5). Up to 2,048 variants. Throws RemoteFailure; `userErrorsOf` returns every refused field.
 */
export async function upsertProduct(
  execute: Execute,
  request: UpsertRequest,
  options?: CallOptions,
): Promise<UpsertResult> {
  const { synchronous = true, select = 'full' } = request
  // The guard is only needed for requests that write.
  const { guard: _guard, ...reading } = options ?? {}
  const variants = request.input.variants?.length ?? 0
  const media = request.input.files?.length ?? 0
  // In an asynchronous request there is nothing to select yet.
  const withVariants = synchronous && select !== 'ids'
  const withMedia = synchronous && select === 'full' && media > 0
  const variables: UpsertVariables = {
    ...identified(request),
    synchronous,
    withVariants,
    withItems: select === 'full',
    withMedia,
    // Unneeded parts are requested with the smallest size, because it is unknown whether the requested cost considers @include.
    variantsFirst: withVariants ? Math.min(Math.max(variants, 1), VARIANTS_FIRST) : 1,
    mediaFirst: withMedia ? media : 1,
  }
  const { productSet } = await execute(UPSERT_PRODUCT, variables, { timeoutMs: UPSERT_TIMEOUT_MS, ...options })
  if (!synchronous && productSet.productSetOperation)
    return { kind: 'working', operationId: productSet.productSetOperation.id }
  const set = productSet.product
  if (!set)
    throw new RemoteFailure('unknown-outcome', 'productSet: neither a product nor an operation came back', {
      vendor: 'shopify',
      call: UPSERT_PRODUCT.name,
    })
  const { variants: firstPage, media: files, ...core } = set
  const rest =
    firstPage?.pageInfo.hasNextPage && firstPage.pageInfo.endCursor
      ? await listVariantRefs(
          execute,
          core.id,
          { after: firstPage.pageInfo.endCursor, items: select === 'full' },
          reading,
        )
      : []
  return {
    kind: 'done',
    product: {
      ...core,
      variants: [...(firstPage?.nodes.map(variantRefOf) ?? []), ...rest],
      media: (files?.nodes ?? []).map(({ id, alt, status }) => ({ id, alt: alt ?? '', status })),
    },
  }
}

/** A synchronous productSet with hundreds of variants takes long. */
const UPSERT_TIMEOUT_MS = 120_000

/** With a custom id, the input must contain the same metafield with the same value (reference, section 3). */
export function identified({ identifier, input }: Pick<UpsertRequest, 'identifier' | 'input'>): {
  identifier: Identifier
  input: ProductSetInput
} {
  if ('id' in identifier) return { identifier: { id: identifier.id }, input }
  const { namespace, key } = LISTING_ID
  const customId = { namespace, key, value: identifier.listing }
  const others = (input.metafields ?? []).filter((field) => field.namespace !== namespace || field.key !== key)
  return { identifier: { customId }, input: { ...input, metafields: [customId, ...others] } }
}
