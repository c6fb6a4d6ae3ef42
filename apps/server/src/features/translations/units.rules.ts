/** Tags, placeholders and addresses, whose numbers are not measures. */
const UNTOUCHED = String.raw`<[^<>]*>|\{\{[^{}]{1,40}\}\}|(?:https?:)?\/\/[!-~]+`
/** A comma separates thousands, because the source texts are English or Chinese. */
const NUMBER = String.raw`(?:[1-9]\d{0,2}(?:,\d{3}){1,3}|\d{1,9})(?:\.\d{1,4})?`
/**
 * No capital M or G, which are sizes more often than measures: 38 M. Chinese words for colours (米色) and carats (克拉) begin with the character of a
 * unit and are excluded.
 */
const UNIT = String.raw`(?:[mM][mM]|[cC][mM]|[kK][gG]|m|g|毫米|厘米|公分|千克|公斤|米(?![色白黄灰棕])|克(?!拉))`
const TIMES = String.raw`[xX×✕*＊]`
/** Separator of the numbers of a dimension or range. A dash between spaces may also separate a name from a measure: `Lamp 2 - 30 cm`. */
const LINK = String.raw`(?:\s?(?:${TIMES}|[~～〜±至到])\s?|[-–—+])`
/** Not within a word, a code or a path, and not after a number that would stay unconverted. */
const BEGIN = String.raw`(?<![\p{Script=Latin}\p{Script=Cyrillic}\d_#@&=.]|\d,|[\p{Script=Latin}\d](?:${TIMES}|[-/])|\d\s?(?:${TIMES}|[-–—+~～〜±至到])\s?)`
const END = String.raw`(?![\p{Script=Latin}\d²³^_]|\.[a-z])`
/** All numbers that share the unit after the last one, or have their own: `30×20×10 cm`, `20-30cm`, `30cm*20cm`. */
const MEASURES = String.raw`${BEGIN}(?:${NUMBER}(?:\s?${UNIT}(?:\s?\/\s?|${LINK})|${LINK})){0,3}${NUMBER}\s?${UNIT}${END}`
/** Bounded: measures are at most 4 numbers of at most 20 characters; a tag or address ends where the next one begins. */
const FOUND = new RegExp(`${UNTOUCHED}|(?<measures>${MEASURES})`, 'gu')
/** Bounded: only within measures. */
const MEASURE = new RegExp(`(?<typed>${NUMBER})(?:(?<space>\\s?)(?<unit>${UNIT}))?`, 'gu')
/** Bounded: only within measures. */
const LAST_UNIT = new RegExp(`${UNIT}$`, 'u')
/** Bounded: one character. */
const IS_TIMES = new RegExp(TIMES, 'u')

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
const WEIGHTS: readonly string[] = ['lb', 'oz']
const conversionOf = (unit: string): Conversion => CONVERSIONS[unit.toLowerCase()]!

/** With the precision of the source: 30 cm is 11.8 in, 100 cm is 39.4 in, 2.5 kg is 5.51 lb. */
function converted(typed: string, { factor }: Conversion): string {
  const decimals = /\.(\d+)$/.exec(typed)?.[1]?.length ?? 0
  return String(Number((Number(typed.replaceAll(',', '')) * factor).toFixed(Math.min(decimals + 1, 3))))
}

function measuresIn(measures: string): string {
  const shared = conversionOf(LAST_UNIT.exec(measures)![0])
  // `3*100g` means three pieces of 100 g; `30*20cm` means two lengths.
  const isCounted = WEIGHTS.includes(shared.unit) && IS_TIMES.test(measures)
  return measures.replaceAll(MEASURE, (all, typed: string, space?: string, unit?: string) => {
    if (unit === undefined) return isCounted ? all : converted(typed, shared)
    const own = conversionOf(unit)
    return `${converted(typed, own)}${space || ' '}${own.unit}`
  })
}

/** Lengths and weights in inches, feet, pounds and ounces; never calculated by a model. */
export const toImperial = (text: string): string =>
  text.replaceAll(FOUND, (all, measures?: string) => (measures === undefined ? all : measuresIn(measures)))

/** The source text with the units that a language wants. */
export const sourceIn = (text: string, locale: string, imperial: ReadonlySet<string>): string =>
  imperial.has(locale) ? toImperial(text) : text
