import type { OfferSku } from '@huoqiao/connector-1688'
import type { SourceSku } from '../products/index.ts'

type Attribute = SourceSku['attributes'][number]
/** One axis of choice over all SKUs: a column of the table whose rows are the SKUs. */
type Axis = { name: string; nameTrans: string | null; cells: Cell[] }
type Cell = { value: string; valueTrans: string | null; imageUrl: string | null }

/** A shop takes three options a product (Shopify reference, section 2); what is more is joined into the last. */
const MAX_AXES = 3
const MAX_NAME = 64
const MAX_VALUE = 128
const JOINT = ' / '

/**
 * The attributes of all SKUs as an even table: every SKU has a value on every axis, at most three axes, names unique
 * over axes, values unique within an axis in both languages, and no two SKUs with the same values. Sellers keep none of
 * this: they leave attributes out, translate two colours to one word, and list one combination twice.
 *
 * @returns one list of attributes a SKU, in the order given; lists are empty for a single SKU without attributes
 */
export function evenAttributes(skus: readonly OfferSku[]): Attribute[][] {
  const axes = withUniqueNames(joinPastThird(axesOf(skus))).map(withUniqueTranslations)
  tellTwinsApart(axes, skus.length)
  return skus.map((_, row) => axes.map(({ name, nameTrans, cells }) => ({ name, nameTrans, ...cells[row]! })))
}

function axesOf(skus: readonly OfferSku[]): Axis[] {
  const known = new Map<string, { name: string; nameTrans: string | null }>()
  for (const { id, name, nameTrans } of skus.flatMap((sku) => sku.attributes)) {
    const key = `${id ?? ''}|${name}`
    if (!known.has(key)) known.set(key, { name, nameTrans })
  }
  if (known.size === 0) return skus.length < 2 ? [] : [articleAxis(skus)]
  return [...known].map(([key, names]) => ({ ...names, cells: skus.map((sku) => cellOf(sku, key)) }))
}

/** SKUs that nothing tells apart are told apart by their article numbers. */
const articleAxis = (skus: readonly OfferSku[]): Axis => ({
  name: '款式',
  nameTrans: 'Style',
  cells: skus.map((sku) => ({ value: sku.cargoNumber ?? sku.skuId, valueTrans: null, imageUrl: null })),
})

function cellOf(sku: OfferSku, key: string): Cell {
  const found = sku.attributes.filter(({ id, name }) => `${id ?? ''}|${name}` === key)
  if (found.length === 0) return { value: '默认', valueTrans: 'Default', imageUrl: null }
  return joined(found.map(({ value, valueTrans, image }) => ({ value, valueTrans, imageUrl: image })))
}

function joined(cells: readonly Cell[]): Cell {
  if (cells.length === 1) return cells[0]!
  return {
    value: cells.map((cell) => cell.value).join(JOINT),
    valueTrans: cells.map((cell) => cell.valueTrans ?? cell.value).join(JOINT),
    imageUrl: cells.find((cell) => cell.imageUrl !== null)?.imageUrl ?? null,
  }
}

function joinPastThird(axes: Axis[]): Axis[] {
  if (axes.length <= MAX_AXES) return axes
  const rest = axes.slice(MAX_AXES - 1)
  const last: Axis = {
    name: rest.map((axis) => axis.name).join(JOINT),
    nameTrans: rest.map((axis) => axis.nameTrans ?? axis.name).join(JOINT),
    cells: rest[0]!.cells.map((_, row) => joined(rest.map((axis) => axis.cells[row]!))),
  }
  return [...axes.slice(0, MAX_AXES - 1), last]
}

function withUniqueNames(axes: Axis[]): Axis[] {
  const names = new Set<string>()
  const translations = new Set<string>()
  return axes.map((axis) => ({
    ...axis,
    name: unused(names, axis.name, MAX_NAME),
    nameTrans: axis.nameTrans === null ? null : unused(translations, axis.nameTrans, MAX_NAME),
  }))
}

/** Two colours that were translated to one word get the Chinese one beside it. */
function withUniqueTranslations(axis: Axis): Axis {
  const valueOf = new Map<string, string>()
  const translationOf = new Map<string, string>()
  const takenValues = new Set<string>()
  const takenTranslations = new Set<string>()
  const cells = axis.cells.map((cell) => {
    let value = valueOf.get(cell.value)
    if (value === undefined) valueOf.set(cell.value, (value = unused(takenValues, cell.value, MAX_VALUE)))
    let valueTrans = translationOf.get(cell.value)
    if (valueTrans === undefined) {
      const wanted = cell.valueTrans ?? cell.value
      const free = !takenTranslations.has(sameness(cut(wanted, MAX_VALUE)))
      const apart = free ? wanted : `${cut(wanted, MAX_VALUE / 2)} (${cut(cell.value, MAX_VALUE / 2 - 6)})`
      translationOf.set(cell.value, (valueTrans = unused(takenTranslations, apart, MAX_VALUE)))
    }
    return { ...cell, value, valueTrans }
  })
  return { ...axis, cells }
}

/** The second SKU with the same values gets a number behind its last value. Changes the last axis in place. */
function tellTwinsApart(axes: Axis[], rows: number): void {
  const last = axes.at(-1)
  if (!last) return
  const seen = new Set<string>()
  const values = new Set(last.cells.map((cell) => sameness(cell.value)))
  const translations = new Set(last.cells.map((cell) => sameness(cell.valueTrans ?? cell.value)))
  for (let row = 0; row < rows; row++) {
    const key = axes.map((axis) => axis.cells[row]!.value).join('\u0001')
    if (seen.has(key)) {
      const cell = last.cells[row]!
      last.cells[row] = {
        ...cell,
        value: unused(values, cell.value, MAX_VALUE),
        valueTrans: unused(translations, cell.valueTrans ?? cell.value, MAX_VALUE),
      }
    }
    seen.add(key)
  }
}

/** The text, or the text with the first number that makes it new. Remembers what it gave out. */
function unused(taken: Set<string>, text: string, max: number): string {
  const whole = cut(text, max)
  let candidate = whole
  for (let n = 2; taken.has(sameness(candidate)); n++) candidate = `${cut(whole, max - 6)} ${n}`
  taken.add(sameness(candidate))
  return candidate
}

/** Shops take values that differ in letter case or in spaces for the same. */
const sameness = (text: string): string => text.toLowerCase().replaceAll(/\s+/g, ' ').trim()

/** At most `max` UTF-16 units, and never half a character. */
export function cut(text: string, max: number): string {
  const plain = text.trim()
  return plain.length <= max
    ? plain
    : plain
        .slice(0, max)
        .replace(/[\uD800-\uDBFF]$/, '')
        .trimEnd()
}
