/**
 * Weights are whole grams. 1688 uses kilograms in one call and grams in another (reference 2.3). Rounded to twelve digits first: 1.0005 kg
 * times 1000 is 1000.4999999999999 in binary, but half a gram for a person.
 */
export const gramsFromKilograms = (kilograms: number): number => Math.round(Number((kilograms * 1000).toPrecision(12)))

/** Weight units of shops (Shopify: GRAMS, KILOGRAMS, OUNCES, POUNDS). */
export const WEIGHT_UNITS = ['g', 'kg', 'oz', 'lb'] as const
export type WeightUnit = (typeof WEIGHT_UNITS)[number]

/** A weight as a person typed it: decimal text and unit. */
export type TypedWeight = { value: string; unit: WeightUnit }

/** Exact by definition: a pound is 453.59237 g, an ounce a sixteenth of it. */
const NANOGRAMS: Readonly<Record<WeightUnit, bigint>> = {
  g: 1_000_000_000n,
  kg: 1_000_000_000_000n,
  oz: 28_349_523_125n,
  lb: 453_592_370_000n,
}

/** Whole grams, half a gram rounded up. NaN if the text is not a decimal number. */
export function gramsOfTyped({ value, unit }: TypedWeight): number {
  const match = /^(\d+)(?:\.(\d+))?$/.exec(value)
  if (!match) return Number.NaN
  const [, whole = '', fraction = ''] = match
  const scale = 10n ** BigInt(fraction.length) * NANOGRAMS.g
  return Number((2n * BigInt(whole + fraction) * NANOGRAMS[unit] + scale) / (2n * scale))
}

/** 420 → "420 g", 1250 → "1.25 kg". */
export function formatGrams(grams: number): string {
  return grams < 1000 ? `${grams} g` : `${String(Math.round(grams / 10) / 100)} kg`
}
