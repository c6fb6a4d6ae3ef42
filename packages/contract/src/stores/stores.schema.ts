import * as z from '../zod.ts'
import { can, id, instant, requiredText, text, version } from '../wire.ts'
import { STORE_SCOPE_KEYS } from './scopes.status.ts'
import { STORE_HEALTH } from './stores.status.ts'
import type { StoreHealth } from './stores.status.ts'

/** `origin`: https://{shop}.myshopify.com, or the simulator's address of a simulated shop. */
export const storeOrigin = z.url({ protocol: /^https?$/ }).max(200)

/** `uninstalled`: the shop reported that it removed our app; it is not called until a person connects it again. */
export const storeHealth = z.enum(Object.keys(STORE_HEALTH) as [StoreHealth, ...StoreHealth[]])

/** Secrets can be set but are never returned: the answer only says whether they are stored. */
export const storeFields = z.object({
  name: requiredText(64),
  origin: storeOrigin,
  clientId: text(128).optional(),
  clientSecret: text(256).optional(),
  accessToken: text(256).optional(),
  priceRuleId: id.nullable().default(null),
  locationId: text(64).nullable().default(null),
  publicationIds: z.array(text(64)).max(20).default([]),
  /** the language of pushed titles */
  locale: z.enum(['en', 'zh']).default('en'),
  vendorName: text(64).default(''),
  /** days after an order until its goods have to be sent */
  shipDays: z.int().min(0).max(60).default(3),
})
export type StoreFields = z.infer<typeof storeFields>

/** A language of a shop, as the shop has it. */
export const storeLanguage = z.object({
  /** as the shop writes it: "de", "pt-BR" */
  locale: z.string(),
  /** the shop's own name for it, in English */
  name: z.string(),
  /** the language of the products' own texts: exactly one */
  primary: z.boolean(),
  /** shoppers can choose it */
  published: z.boolean(),
})
export type StoreLanguage = z.infer<typeof storeLanguage>

/** A market of a shop, as the shop has it: the shoppers of some countries, who may be shown texts of their own. */
export const storeMarket = z.object({
  id: z.string(),
  /** the shop's own name for it */
  name: z.string(),
  handle: z.string(),
  /** shoppers are in it */
  active: z.boolean(),
})
export type StoreMarket = z.infer<typeof storeMarket>

export const store = z.object({
  id,
  name: z.string(),
  origin: z.string(),
  domain: z.string(),
  environment: z.enum(['sandbox', 'live']),
  currency: z.string().nullable(),
  plan: z.string().nullable(),
  priceRuleId: id.nullable(),
  locationId: z.string().nullable(),
  locations: z.array(z.object({ id: z.string(), name: z.string() })),
  publicationIds: z.array(z.string()),
  publications: z.array(z.object({ id: z.string(), name: z.string() })),
  locale: z.enum(['en', 'zh']),
  /** empty until they were read */
  languages: z.array(storeLanguage),
  languagesReadAt: instant.nullable(),
  /** empty until they were read */
  markets: z.array(storeMarket),
  marketsReadAt: instant.nullable(),
  vendorName: z.string(),
  shipDays: z.int(),
  hasSecret: z.boolean(),
  /** scopes that the last check found missing; the optional ones disable only a part */
  missingScopes: z.array(z.enum(STORE_SCOPE_KEYS)),
  health: storeHealth,
  healthMessage: z.string(),
  checkedAt: instant.nullable(),
  version,
  can,
})
export type Store = z.infer<typeof store>

/** A product as it is in the shop now, for 店铺直连 (decisions, section 7). */
export const storeProduct = z.object({
  id: z.string(),
  title: z.string(),
  handle: z.string(),
  status: z.string(),
  vendor: z.string(),
  image: z.string().nullable(),
  storefrontUrl: z.string().nullable(),
  totalInventory: z.int().nullable(),
  variants: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      sku: z.string().nullable(),
      price: z.string(),
      inventory: z.int().nullable(),
    }),
  ),
  /** our product that this listing belongs to, if any */
  listingOf: z.string().nullable(),
  updatedAt: z.string(),
})
export type StoreProduct = z.infer<typeof storeProduct>

/** One line of the self-test (tran/test): what was tried, whether it succeeded, and details. */
export const selfTestLine = z.object({
  check: z.string(),
  ok: z.boolean(),
  found: z.string(),
  advice: z.string().optional(),
  /** a failure affects only a part: the rest works without it */
  optional: z.boolean().optional(),
})
