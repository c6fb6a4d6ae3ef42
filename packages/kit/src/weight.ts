/** Weights are whole grams. 1688 gives kilograms in one list and grams in another (reference 2.3). */
export const gramsFromKilograms = (kilograms: number): number => Math.round(kilograms * 1000)

/** 420 → "420 g", 1250 → "1.25 kg": what a person reads. */
export function formatGrams(grams: number): string {
  return grams < 1000 ? `${grams} g` : `${String(Math.round(grams / 10) / 100)} kg`
}
