/** Bounded: at most 9 digits before and 4 behind the separator. */
const AMOUNT =
  /(\d{1,9}(?:[.,]\d{1,4})?)(\s?)(mm|cm|kg|m|g|毫米|厘米|公分|千克|公斤|米|克)(?![\p{Script=Latin}\d²³])/giu

type Conversion = { factor: number; unit: string }
const CONVERSIONS: Readonly<Record<string, Conversion>> = {
  mm: { factor: 1 / 25.4, unit: 'in' },
  毫米: { factor: 1 / 25.4, unit: 'in' },
  cm: { factor: 1 / 2.54, unit: 'in' },
  厘米: { factor: 1 / 2.54, unit: 'in' },
  公分: { factor: 1 / 2.54, unit: 'in' },
  m: { factor: 1 / 0.3048, unit: 'ft' },
  米: { factor: 1 / 0.3048, unit: 'ft' },
  kg: { factor: 1 / 0.45359237, unit: 'lb' },
  千克: { factor: 1 / 0.45359237, unit: 'lb' },
  公斤: { factor: 1 / 0.45359237, unit: 'lb' },
  g: { factor: 1 / 28.349523125, unit: 'oz' },
  克: { factor: 1 / 28.349523125, unit: 'oz' },
}

/** With the precision of the source: 30 cm is 11.8 in, 100 cm is 39.4 in, 2.5 kg is 5.51 lb. */
function rounded(value: number, typed: string): string {
  const decimals = /[.,](\d+)$/.exec(typed)?.[1]?.length ?? 0
  return String(Number(value.toFixed(Math.min(decimals + 1, 3))))
}

/** Lengths and weights in inches, feet, pounds and ounces; never calculated by a model. */
export const toImperial = (text: string): string =>
  text.replaceAll(AMOUNT, (all, typed: string, space: string, unit: string) => {
    const { factor, unit: to } = CONVERSIONS[unit.toLowerCase()]!
    // The letter M is a size more often than a length: 38 M. A capital letter is not converted.
    if (unit === 'M' || unit === 'G') return all
    return `${rounded(Number(typed.replace(',', '.')) * factor, typed)}${space || ' '}${to}`
  })

/** The source text with the units that a language wants. */
export const sourceIn = (text: string, locale: string, imperial: ReadonlySet<string>): string =>
  imperial.has(locale) ? toImperial(text) : text
