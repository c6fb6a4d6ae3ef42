import type { ProductDoc, StoreTerms } from './products.types.ts'

export type Fault = { field: string; message: string }
type Sent = readonly Pick<ProductDoc['variants'][number], 'prices'>[]
type Checked = Pick<ProductDoc, 'images' | 'options' | 'variants' | 'storeIds'>

/**
 * Why options, variants, pictures and prices are inconsistent, with the field's path; undefined: they are consistent. Shopify would refuse
 * the whole product (reference shopify-admin, section 3). Prices are checked as they were sent, before rules add missing ones, so that the
 * sender knows the path.
 */
export const consistencyFault = (
  doc: Checked,
  stores: readonly StoreTerms[],
  sent: Sent = doc.variants,
): Fault | undefined => imagesFault(doc) ?? optionsFault(doc) ?? variantsFault(doc) ?? pricesFault(doc, sent, stores)

function imagesFault({ images }: Checked): Fault | undefined {
  const seen = new Set<string>()
  for (const [index, image] of images.entries()) {
    const at = `images.${index}`
    if (image.id === '') return { field: `${at}.id`, message: '图片缺少编号' }
    if (seen.has(image.id)) return { field: `${at}.id`, message: '图片编号重复' }
    seen.add(image.id)
    if (!isPicture(image.url)) return { field: `${at}.url`, message: '图片地址应以 http:// 或 https:// 开头' }
  }
  return undefined
}

/** A web address, or a file of our own app. */
const isPicture = (url: string): boolean =>
  url.startsWith('/files/') || (/^https?:\/\//i.test(url) && URL.canParse(url))

function optionsFault({ options }: Checked): Fault | undefined {
  const names = new Set<string>()
  for (const [index, { name, values }] of options.entries()) {
    const at = `options.${index}`
    if (names.has(name.toLowerCase())) return { field: `${at}.name`, message: `规格名“${name}”重复` }
    names.add(name.toLowerCase())
    if (values.length === 0) return { field: `${at}.values`, message: `规格“${name}”没有取值` }
    const seen = new Set<string>()
    for (const [position, { value }] of values.entries()) {
      if (seen.has(value.toLowerCase()))
        return { field: `${at}.values.${position}.value`, message: `规格“${name}”的取值“${value}”重复` }
      seen.add(value.toLowerCase())
    }
  }
  return undefined
}

function variantsFault({ images, options, variants }: Checked): Fault | undefined {
  if (variants.length === 0) return { field: 'variants', message: '至少要有一个变体' }
  if (options.length === 0 && variants.length > 1) return { field: 'variants', message: '没有规格的商品只能有一个变体' }
  const pictures = new Set(images.map(({ id }) => id))
  const listed = options.map(({ values }) => new Set(values.map(({ value }) => value)))
  const combinations = new Set<string>()
  const ids = new Set<string>()
  for (const [index, variant] of variants.entries()) {
    const at = `variants.${index}`
    if (ids.has(variant.id)) return { field: `${at}.id`, message: '变体编号重复' }
    ids.add(variant.id)
    if (variant.optionValues.length !== options.length)
      return { field: `${at}.optionValues`, message: `每个变体要有${options.length}个规格取值` }
    for (const [position, value] of variant.optionValues.entries())
      if (!listed[position]!.has(value))
        return {
          field: `${at}.optionValues.${position}`,
          message: `“${value}”不在规格“${options[position]!.name}”的取值里`,
        }
    const combination = JSON.stringify(variant.optionValues.map((value) => value.toLowerCase()))
    if (combinations.has(combination))
      return { field: `${at}.optionValues`, message: `规格组合“${variant.optionValues.join(' / ')}”重复` }
    combinations.add(combination)
    if (variant.imageId !== null && !pictures.has(variant.imageId))
      return { field: `${at}.imageId`, message: '变体的图片不在商品图片里' }
  }
  return undefined
}

function pricesFault({ storeIds }: Checked, sent: Sent, stores: readonly StoreTerms[]): Fault | undefined {
  for (const [index, { prices }] of sent.entries()) {
    const seen = new Set<string>()
    for (const [position, { storeId, currency }] of prices.entries()) {
      const at = `variants.${index}.prices.${position}`
      if (!storeIds.includes(storeId)) return { field: `${at}.storeId`, message: '商品没有认领到这家店铺' }
      if (seen.has(storeId)) return { field: `${at}.storeId`, message: '同一店铺的价格重复' }
      seen.add(storeId)
      const expected = stores.find((store) => store.storeId === storeId)?.currency
      if (expected && expected !== currency)
        return { field: `${at}.currency`, message: `店铺币种是${expected}，不是${currency}` }
    }
  }
  return undefined
}
