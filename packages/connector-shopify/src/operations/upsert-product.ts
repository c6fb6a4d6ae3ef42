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
  // Always under an identifier: the second time it sets what is set already.
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
  /** Our own identifier (created with it, found by it), or the product's id once it is known. */
  readonly identifier: { readonly listing: string } | { readonly id: string }
  readonly input: ProductSetInput
  /** False: the shop works on it afterwards, see poll-product-operation. Default true. */
  readonly synchronous?: boolean
  /**
   * What comes back, each costing points: `ids` the product alone; `variants` also the variants' ids; `full` also their
   * inventory items and the media. Default `full`.
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
  /** As the shop keeps them: it fills in and normalises what it is given. */
  readonly descriptionHtml: string
  readonly vendor: string
  readonly productType: string
  readonly tags: readonly string[]
  readonly variants: readonly VariantRef[]
  readonly media: readonly MediaRef[]
}

export type UpsertResult =
  | { readonly kind: 'done'; readonly product: UpsertedProduct }
  /** Only when not synchronous. */
  | { readonly kind: 'working'; readonly operationId: string }

/** Variants in the upsert's own answer; the rest comes in pages, as one request may cost 1,000 points at most. */
const VARIANTS_FIRST = 50

/**
 * Creates or updates one product under an identifier of ours, so that it is created at most once however often it is
 * sent (decisions, section 5). Up to 2,048 variants. Throws RemoteFailure; `userErrorsOf` gives every refused field.
 */
export async function upsertProduct(
  execute: Execute,
  request: UpsertRequest,
  options?: CallOptions,
): Promise<UpsertResult> {
  const { synchronous = true, select = 'full' } = request
  // The guard is asked for what writes.
  const { guard: _guard, ...reading } = options ?? {}
  const variants = request.input.variants?.length ?? 0
  const media = request.input.files?.length ?? 0
  // When the shop works on it afterwards there is nothing to select yet.
  const withVariants = synchronous && select !== 'ids'
  const withMedia = synchronous && select === 'full' && media > 0
  const variables: UpsertVariables = {
    ...identified(request),
    synchronous,
    withVariants,
    withItems: select === 'full',
    withMedia,
    // Left out parts are asked for as small ones: it is not known whether the requested cost looks at @include.
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

/** A synchronous productSet with hundreds of variants takes its time. */
const UPSERT_TIMEOUT_MS = 120_000

/** Under a custom id the same metafield has to stand in the input with the same value (reference, section 3). */
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
