import { z } from 'zod'
import type { CallOptions, Execute, Operation } from '../operation.ts'
import { gid } from '../wire.ts'

const answer = z.object({
  shop: z.object({
    id: gid,
    name: z.string(),
    myshopifyDomain: z.string(),
    currencyCode: z.string(),
    ianaTimezone: z.string(),
    weightUnit: z.string(),
    url: z.string(),
    plan: z.object({ publicDisplayName: z.string(), shopifyPlus: z.boolean(), partnerDevelopment: z.boolean() }),
    resourceLimits: z.object({
      maxProductVariants: z.number(),
      maxProductOptions: z.number(),
      locationLimit: z.number(),
    }),
  }),
  currentAppInstallation: z.object({ accessScopes: z.array(z.object({ handle: z.string() })) }),
  publicApiVersions: z.array(z.object({ handle: z.string(), supported: z.boolean() })),
})

export const SHOP_INFO: Operation<Record<string, never>, z.infer<typeof answer>> = {
  name: 'shop',
  mutation: false,
  safe: true,
  cost: () => 10,
  answer,
  document: `query ShopInfo {
  shop {
    id name myshopifyDomain currencyCode ianaTimezone weightUnit url
    plan { publicDisplayName shopifyPlus partnerDevelopment }
    resourceLimits { maxProductVariants maxProductOptions locationLimit }
  }
  currentAppInstallation { accessScopes { handle } }
  publicApiVersions { handle supported }
}`,
}

export type ShopInfo = {
  readonly id: string
  readonly name: string
  readonly domain: string
  readonly url: string
  /** ISO 4217. */
  readonly currency: string
  readonly timeZone: string
  readonly weightUnit: string
  readonly plan: string
  /** on Plus there is no daily limit on new variants (reference, section 2) */
  readonly plus: boolean
  readonly developmentStore: boolean
  readonly limits: {
    readonly variantsPerProduct: number
    readonly optionsPerProduct: number
    readonly locations: number
  }
  /** What the installation was granted. */
  readonly scopes: readonly string[]
  readonly apiVersions: readonly { readonly handle: string; readonly supported: boolean }[]
}

/** The shop's data, features and granted scopes: one cheap call, the core of a self-test. */
export async function shopInfo(execute: Execute, options?: CallOptions): Promise<ShopInfo> {
  const { shop, currentAppInstallation, publicApiVersions } = await execute(SHOP_INFO, {}, options)
  return {
    id: shop.id,
    name: shop.name,
    domain: shop.myshopifyDomain,
    url: shop.url,
    currency: shop.currencyCode,
    timeZone: shop.ianaTimezone,
    weightUnit: shop.weightUnit,
    plan: shop.plan.publicDisplayName,
    plus: shop.plan.shopifyPlus,
    developmentStore: shop.plan.partnerDevelopment,
    limits: {
      variantsPerProduct: shop.resourceLimits.maxProductVariants,
      optionsPerProduct: shop.resourceLimits.maxProductOptions,
      locations: shop.resourceLimits.locationLimit,
    },
    scopes: currentAppInstallation.accessScopes.map(({ handle }) => handle),
    apiVersions: publicApiVersions,
  }
}
