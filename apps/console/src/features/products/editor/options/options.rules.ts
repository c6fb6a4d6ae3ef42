import type { ProductOption, ProductVariant } from '@huoqiao/contract/products/products.schema'

/**
 * Options and variants depend on each other: a variant has one value per option, in the order of the options. Each step here changes both
 * at once.
 */
export type Matrix = { readonly options: ProductOption[]; readonly variants: ProductVariant[] }
type Value = ProductOption['values'][number]

const keyOf = (values: readonly string[]): string => JSON.stringify(values.map((value) => value.toLowerCase()))

/** Keeps the first variant of each combination: the shop allows every combination once. */
function withoutRepeats(variants: readonly ProductVariant[]): ProductVariant[] {
  const seen = new Set<string>()
  return variants.filter((variant) => {
    const key = keyOf(variant.optionValues)
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}

/** Variants in the order of their values, as the shop shows them. */
function inOrder({ options, variants }: Matrix): ProductVariant[] {
  const ranks = options.map((option) => new Map(option.values.map(({ value }, at) => [value, at])))
  const rankOf = (variant: ProductVariant): number[] =>
    ranks.map((rank, at) => rank.get(variant.optionValues[at] ?? '') ?? rank.size)
  const ranked = variants.map((variant) => ({ variant, rank: rankOf(variant) }))
  ranked.sort((a, b) => {
    const at = a.rank.findIndex((one, position) => one !== b.rank[position])
    return at < 0 ? 0 : a.rank[at]! - b.rank[at]!
  })
  return ranked.map(({ variant }) => variant)
}

export const renameOption = (
  matrix: Matrix,
  at: number,
  names: Partial<Pick<ProductOption, 'name' | 'nameZh'>>,
): Matrix => ({ ...matrix, options: matrix.options.with(at, { ...matrix.options[at]!, ...names }) })

/** Renames a value, also in its variants. */
export function renameValue({ options, variants }: Matrix, at: number, position: number, next: Partial<Value>): Matrix {
  const option = options[at]!
  const old = option.values[position]!
  const value = { ...old, ...next }
  return {
    options: options.with(at, { ...option, values: option.values.with(position, value) }),
    variants:
      value.value === old.value
        ? variants
        : variants.map((variant) =>
            variant.optionValues[at] === old.value
              ? { ...variant, optionValues: variant.optionValues.with(at, value.value) }
              : variant,
          ),
  }
}

export function moveValue(matrix: Matrix, at: number, from: number, to: number): Matrix {
  const option = matrix.options[at]!
  const values = [...option.values]
  const [moved] = values.splice(from, 1)
  if (!moved) return matrix
  values.splice(to, 0, moved)
  const options = matrix.options.with(at, { ...option, values })
  return { options, variants: inOrder({ options, variants: matrix.variants }) }
}

/** The number of variants that are removed with a value. */
export const variantsWith = ({ variants }: Matrix, at: number, value: string): number =>
  variants.filter((variant) => variant.optionValues[at] === value).length

export function removeValue({ options, variants }: Matrix, at: number, position: number): Matrix {
  const option = options[at]!
  const gone = option.values[position]!.value
  return {
    options: options.with(at, { ...option, values: option.values.toSpliced(position, 1) }),
    variants: variants.filter((variant) => variant.optionValues[at] !== gone),
  }
}

/**
 * Adds a value, with a variant for every combination of the other options. New variants copy cost, weight and prices from the first variant
 * with the same other values; code, barcode, source and stock stay empty.
 */
export function addValue({ options, variants }: Matrix, at: number, value: Value, newId: () => string): Matrix {
  const option = options[at]!
  const next = options.with(at, { ...option, values: [...option.values, value] })
  const rest = (variant: ProductVariant): string => keyOf(variant.optionValues.toSpliced(at, 1))
  const models = new Map(variants.toReversed().map((variant) => [rest(variant), variant]))
  const added = [...models.values()].map((model) =>
    newVariant(model, model.optionValues.with(at, value.value), newId()),
  )
  return { options: next, variants: inOrder({ options: next, variants: [...variants, ...added] }) }
}

function newVariant(model: ProductVariant, optionValues: string[], id: string): ProductVariant {
  return {
    ...model,
    id,
    optionValues,
    skuCode: '',
    barcode: '',
    sourceSkuId: null,
    sourceSpecId: null,
    imageId: null,
    stock: 0,
    dropped: false,
  }
}

/** Adds an option with one value, which every variant gets. */
export const addOption = (
  { options, variants }: Matrix,
  option: Omit<ProductOption, 'values'>,
  value: Value,
): Matrix => ({
  options: [...options, { ...option, values: [value] }],
  variants: variants.map((variant) => ({ ...variant, optionValues: [...variant.optionValues, value.value] })),
})

/** Removes an option; of variants that become equal the first stays. */
export const removeOption = ({ options, variants }: Matrix, at: number): Matrix => ({
  options: options.toSpliced(at, 1),
  variants: withoutRepeats(
    variants.map((variant) => ({ ...variant, optionValues: variant.optionValues.toSpliced(at, 1) })),
  ),
})

export function moveOption({ options, variants }: Matrix, from: number, to: number): Matrix {
  const moved = <T>(list: readonly T[]): T[] => {
    const next = [...list]
    next.splice(to, 0, ...next.splice(from, 1))
    return next
  }
  const next = moved(options)
  return {
    options: next,
    variants: inOrder({
      options: next,
      variants: variants.map((variant) => ({ ...variant, optionValues: moved(variant.optionValues) })),
    }),
  }
}
