/**
 * What a simulated shop stores on disk. A product row is the whole aggregate (options, variants, stock, metafields), so one put is one
 * change and a half-saved product cannot be read after a restart. Money is minor units of the shop's currency; times are ISO 8601 in UTC;
 * ids are Shopify gids.
 */
export type MetafieldRow = {
  id: string
  namespace: string
  key: string
  type: string
  value: string
  createdAt: string
  updatedAt: string
}

export type OptionValueRow = { id: string; name: string }
export type OptionRow = { id: string; name: string; values: OptionValueRow[] }

/** Stock of one inventory item at one location. `on_hand` is derived: everything but incoming. */
export type LevelRow = {
  id: string
  locationId: string
  available: number
  committed: number
  createdAt: string
  updatedAt: string
}

export type VariantRow = {
  id: string
  itemId: string
  /** One option value id per option of the product, in the product's option order. */
  values: string[]
  priceMinor: number
  compareAtMinor: number | null
  sku: string | null
  barcode: string | null
  taxable: boolean
  inventoryPolicy: 'DENY' | 'CONTINUE'
  media: string[]
  metafields: MetafieldRow[]
  costMinor: number | null
  tracked: boolean
  requiresShipping: boolean
  countryCodeOfOrigin: string | null
  harmonizedSystemCode: string | null
  weight: { unit: string; value: number }
  levels: LevelRow[]
  createdAt: string
  updatedAt: string
}

export type ProductStatus = 'ACTIVE' | 'ARCHIVED' | 'DRAFT' | 'UNLISTED'

export type ProductRow = {
  id: string
  title: string
  handle: string
  descriptionHtml: string
  vendor: string
  productType: string
  status: ProductStatus
  tags: string[]
  templateSuffix: string | null
  seo: { title: string | null; description: string | null }
  options: OptionRow[]
  variants: VariantRow[]
  /** File ids in order. */
  media: string[]
  metafields: MetafieldRow[]
  publications: { publicationId: string; publishDate: string }[]
  createdAt: string
  updatedAt: string
  publishedAt: string | null
}

export type FileStatus = 'UPLOADED' | 'PROCESSING' | 'READY' | 'FAILED'

/** A file of the shop. Products only refer to it (reference 3: "files are shop-wide objects"). */
export type FileRow = {
  id: string
  kind: 'image' | 'generic'
  alt: string | null
  filename: string
  status: FileStatus
  /** The address from which the file is fetched; for a staged upload, a path of this shop's own upload address. */
  source: string
  errors: { code: string; message: string; details: string | null }[]
  mimeType: string | null
  width: number | null
  height: number | null
  bytes: number | null
  /** Name of the stored bytes in the vendor's file folder, once fetched. */
  blob: string | null
  /** Simulated instant (epoch ms) at which processing may end. */
  readyAt: number
  createdAt: string
  updatedAt: string
}

export type DefinitionRow = {
  id: string
  ownerType: string
  namespace: string
  key: string
  name: string
  description: string | null
  type: string
  unique: boolean
  pinned: boolean
  validations: { name: string; value: string }[]
}

export type UserError = { field: string[] | null; message: string; code?: string; elementIndex?: number | null }

/** A productSet or productDelete in the background. `input` is stored until the job has run, so that it continues after a restart. */
export type OperationRow = {
  id: string
  status: 'CREATED' | 'ACTIVE' | 'COMPLETE'
  productId: string | null
  userErrors: UserError[]
  job: { kind: 'set'; identifier: unknown; input: unknown; version: string } | { kind: 'delete'; id: string }
  dueAt: number
}

export type WebhookRow = {
  id: string
  topic: string
  uri: string
  format: string
  filter: string | null
  name: string | null
  includeFields: string[]
  metafieldNamespaces: string[]
  createdAt: string
  updatedAt: string
}

export type StagedRow = {
  key: string
  filename: string
  mimeType: string
  resource: string
  method: 'PUT' | 'POST'
  signature: string
  limitBytes: number
  blob: string | null
  bytes: number
  createdAt: string
}

export type TokenRow = { token: string; expiresAt: number; scopes: string[] }

/** The result of a call with an idempotency key: the same key with the same payload gets the same answer for a day. */
export type IdempotencyRow = { payload: string; answer: unknown; failed: boolean; at: number }

/** Counters of a shop: the next free id, and when variants were created (for the daily throttle). */
export type CounterRow = { value: number; day?: string }
