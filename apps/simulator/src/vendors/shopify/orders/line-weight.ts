import type { VariantRow } from '../rows.ts'

const GRAMS: Readonly<Record<string, number>> = {
  GRAMS: 1,
  KILOGRAMS: 1000,
  OUNCES: 28.349_523_125,
  POUNDS: 453.592_37,
}

/** Weight of one unit in whole grams, converted from the variant's unit. */
export const gramsOf = (variant: VariantRow): number =>
  Math.round(variant.weight.value * (GRAMS[variant.weight.unit] ?? 1))
