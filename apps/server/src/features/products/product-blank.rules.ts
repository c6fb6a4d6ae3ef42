import type { ProductDoc } from './products.types.ts'
import type { By } from '../../platform/call.ts'

/** The single variant of a product without options. */
export const defaultVariant = (id: string): ProductDoc['variants'][number] => ({
  id,
  skuCode: '',
  barcode: '',
  sourceSkuId: null,
  sourceSpecId: null,
  sourceSkuAliases: [],
  optionValues: [],
  costMinor: null,
  weightGrams: null,
  weight: null,
  stock: 0,
  stockPolicy: 'deny',
  imageId: null,
  dropped: false,
  prices: [],
})

/** A new product by hand, without content. */
export const blankProduct = (id: string, by: By | null, at: Date, storeIds: string[]): ProductDoc => ({
  id,
  version: 0,
  origin: 'manual',
  offerId: null,
  sourceUrl: null,
  supplierId: null,
  supplierName: null,
  ownerId: by?.accountId ?? null,
  ownerName: by?.name ?? null,
  title: '',
  titleZh: '',
  descriptionHtml: '',
  vendor: '',
  productType: '',
  tags: [],
  note: '',
  images: [],
  options: [],
  variants: [],
  fieldSources: {},
  source: null,
  storeIds,
  listings: [],
  state: 'draft',
  sourceHealth: 'normal',
  missing: [],
  recycledAt: null,
  createdAt: at,
  updatedAt: at,
})
