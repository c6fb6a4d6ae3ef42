import { createHash } from 'node:crypto'
import { LIMITS } from '@huoqiao/contract/products/products.schema'
import type { ProductImage, ProductOption } from '@huoqiao/contract/products/products.schema'
import { suppliersDescription } from './description.mapping.ts'
import type { SourceProduct, SourceSku } from './products.types.ts'

/** The values of the following fields from a source; variants without our ids. */
export type SourceContent = {
  title: string
  titleZh: string
  descriptionHtml: string
  productType: string
  images: ProductImage[]
  options: ProductOption[]
  variants: SourceVariant[]
}

export type SourceVariant = {
  skuCode: string
  sourceSkuId: string | null
  sourceSpecId: string | null
  optionValues: string[]
  costMinor: number | null
  weightGrams: number | null
  stock: number
  imageId: string | null
}

const NAME_MAX = 64
const VALUE_MAX = 128
const COST_MAX = 1_000_000_000

/** The same picture has the same id in every fetch, so that it is recognised. */
export const imageId = (url: string): string => createHash('sha1').update(url).digest('hex').slice(0, 16)

/** Pure: equal sources give equal content, which the three-way merge relies on. */
export function contentOf(source: SourceProduct): SourceContent {
  const skus = source.skus.slice(0, LIMITS.variants)
  const columns = optionColumns(skus)
  const rows = uniqueRows(skus.map((sku) => columns.map((column) => valueOf(sku, column))))
  const options = columns.map(({ name, nameZh }, position) =>
    optionOf(
      name,
      nameZh,
      rows.map((row) => row[position]!),
    ),
  )
  const pictures = [...source.images, ...skus.flatMap((sku) => pictureOf(sku) ?? [])].filter((url) =>
    /^https?:\/\//i.test(url),
  )
  const images = [...new Set(pictures)]
    .slice(0, LIMITS.images)
    .map((url) => ({ id: imageId(url), url: url.slice(0, 2000), alt: '', dropped: false }))
  const known = new Set(images.map(({ id }) => id))
  const codes = skuCodes(skus)
  return {
    title: clip(source.title ?? '', LIMITS.title),
    titleZh: clip(source.titleZh, 512),
    descriptionHtml: suppliersDescription((source.descriptionHtml ?? '').slice(0, LIMITS.descriptionHtml)),
    productType: clip(source.productType ?? '', 128),
    images,
    options,
    variants:
      skus.length === 0
        ? [
            {
              skuCode: source.offerId,
              sourceSkuId: null,
              sourceSpecId: null,
              optionValues: [],
              ...amounts(source),
              imageId: null,
            },
          ]
        : skus.map((sku, index) => ({
            skuCode: codes[index]!,
            sourceSkuId: sku.skuId,
            sourceSpecId: sku.specId === null ? null : clip(sku.specId, 64),
            optionValues: rows[index]!.map(({ value }) => value),
            ...amounts({ ...sku, weightGrams: sku.weightGrams ?? source.weightGrams }),
            imageId: pictured(pictureOf(sku), known),
          })),
  }
}

const amounts = (from: { costMinor: number | null; weightGrams: number | null; stock: number | null }) => ({
  costMinor: from.costMinor === null ? null : within(from.costMinor, COST_MAX),
  weightGrams: from.weightGrams === null ? null : within(from.weightGrams, COST_MAX),
  stock: within(from.stock ?? 0, COST_MAX),
})
const within = (value: number, max: number): number => Math.min(max, Math.max(0, Math.round(value)))
const clip = (text: string, max: number): string => text.trim().slice(0, max).trim()
const pictureOf = (sku: SourceSku): string | undefined =>
  sku.attributes.find(({ imageUrl }) => imageUrl)?.imageUrl ?? undefined
const pictured = (url: string | undefined, known: ReadonlySet<string>): string | null =>
  url !== undefined && known.has(imageId(url)) ? imageId(url) : null

/** The supplier's own number is used as SKU code only if it is unique. */
function skuCodes(skus: readonly SourceSku[]): string[] {
  const uses = new Map<string, number>()
  for (const { cargoNumber } of skus) if (cargoNumber) uses.set(cargoNumber, (uses.get(cargoNumber) ?? 0) + 1)
  return skus.map(({ cargoNumber, skuId }) =>
    clip(cargoNumber && uses.get(cargoNumber) === 1 ? cargoNumber : skuId, 128),
  )
}

/** One column for each option; a shop allows three, so further attributes are joined into the third. */
type Column = { names: string[]; name: string; nameZh: string }

function optionColumns(skus: readonly SourceSku[]): Column[] {
  const names = new Map<string, string>()
  for (const { attributes } of skus)
    for (const { name, nameTrans } of attributes) if (!names.has(name)) names.set(name, nameTrans || name)
  const all = [...names].map(([nameZh, name]) => ({ names: [nameZh], name, nameZh }))
  const columns = all.slice(0, LIMITS.options)
  for (const more of all.slice(LIMITS.options)) {
    const last = columns[LIMITS.options - 1]!
    columns[LIMITS.options - 1] = {
      names: [...last.names, ...more.names],
      name: `${last.name} / ${more.name}`,
      nameZh: `${last.nameZh} / ${more.nameZh}`,
    }
  }
  const taken = new Set<string>()
  return columns.map((column, index) => {
    const clipped = clip(column.name, NAME_MAX - 4) || `规格${index + 1}`
    const name = taken.has(clipped.toLowerCase()) ? `${clipped} ${index + 1}` : clipped
    taken.add(name.toLowerCase())
    return { ...column, name, nameZh: clip(column.nameZh, NAME_MAX) }
  })
}

type Value = { value: string; valueZh: string }

function valueOf(sku: SourceSku, { names }: Column): Value {
  const parts = names.flatMap((name) => sku.attributes.filter((attribute) => attribute.name === name).slice(0, 1))
  const valueZh = clip(parts.map(({ value }) => value).join(' / '), VALUE_MAX)
  const value = clip(parts.map(({ value, valueTrans }) => valueTrans || value).join(' / '), VALUE_MAX)
  return { value: value || valueZh || '默认', valueZh }
}

/**
 * Different Chinese values may have the same translation, and rows may be completely equal. The Chinese word, and finally a number, is then
 * appended, because each combination must be unique in the shop.
 */
function uniqueRows(rows: Value[][]): Value[][] {
  const width = rows[0]?.length ?? 0
  for (let column = 0; column < width; column++) {
    const chinese = new Map<string, Set<string>>()
    for (const row of rows) {
      const { value, valueZh } = row[column]!
      const key = value.toLowerCase()
      chinese.set(key, (chinese.get(key) ?? new Set()).add(valueZh))
    }
    for (const row of rows) {
      const { value, valueZh } = row[column]!
      if ((chinese.get(value.toLowerCase())?.size ?? 0) > 1 && value !== valueZh)
        row[column] = { value: clip(`${valueZh} ${value}`, VALUE_MAX), valueZh }
    }
  }
  for (let column = 0; column < width; column++) {
    // One spelling for each value: a shop treats Red and red as equal.
    const spelling = new Map<string, string>()
    for (const row of rows) {
      const { value, valueZh } = row[column]!
      const first = spelling.get(value.toLowerCase()) ?? value
      spelling.set(value.toLowerCase(), first)
      row[column] = { value: first, valueZh }
    }
  }
  const seen = new Set<string>()
  for (const row of rows) {
    const last = row[width - 1]
    for (let copy = 2; last && seen.has(keyOf(row)); copy++)
      row[width - 1] = { value: `${clip(last.value, VALUE_MAX - 6)} #${copy}`, valueZh: last.valueZh }
    seen.add(keyOf(row))
  }
  return rows
}
const keyOf = (row: readonly Value[]): string => JSON.stringify(row.map(({ value }) => value.toLowerCase()))

function optionOf(name: string, nameZh: string, values: readonly Value[]): ProductOption {
  const unique = new Map(values.map((value) => [value.value, value]))
  return { name, nameZh, values: [...unique.values()] }
}
