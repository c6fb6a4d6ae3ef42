/**
 * Weights are whole grams. 1688 gives kilograms in one list and grams in another (reference 2.3).
 * Twelve digits first: 1.0005 kg times 1000 is 1000.4999999999999 in binary, and still half a gram to a person.
 */
export const gramsFromKilograms = (kilograms: number): number => Math.round(Number((kilograms * 1000).toPrecision(12)))

/** 420 → "420 g", 1250 → "1.25 kg": what a person reads. */
export function formatGrams(grams: number): string {
  return grams < 1000 ? `${grams} g` : `${String(Math.round(grams / 10) / 100)} kg`
}
