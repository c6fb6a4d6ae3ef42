/** The bars and spaces of each symbol, in modules (ISO/IEC 15417, table 1); the last one is the stop. */
const SYMBOLS = (
  '212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 ' +
  '123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 ' +
  '232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 ' +
  '313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 ' +
  '111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 ' +
  '111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 ' +
  '114311 411113 411311 113141 114131 311141 411131 211412 211214 211232 2331112'
).split(' ')
const START_B = 104
const START_C = 105
const STOP = 106
const QUIET_MODULES = 10

/** Two digits per symbol if the text is an even number of digits; otherwise one character per symbol. */
function valuesOf(text: string): number[] {
  if (/^(\d\d)+$/.test(text)) return [START_C, ...(text.match(/\d\d/g) ?? []).map(Number)]
  return [START_B, ...Array.from(text, (character) => character.charCodeAt(0) - 32)]
}

/** The widths of a Code 128, beginning with a bar, in modules. Throws for characters that are not printable ASCII. */
export function code128(text: string): number[] {
  if (!/^[ -~]+$/.test(text)) throw new Error(`Code 128 has no symbols for “${text}”`)
  const values = valuesOf(text)
  const sum = values.reduce((total, value, at) => total + value * Math.max(1, at), 0)
  return [...values, sum % 103, STOP].flatMap((value) => Array.from(SYMBOLS[value]!, Number))
}

/** A Code 128 as a picture (SVG), one unit a module wide, with the quiet zones at both ends. */
export function code128Svg(text: string): string {
  const widths = code128(text)
  let at = QUIET_MODULES
  const bars = widths.map((width, index) => {
    const bar = index % 2 === 0 ? `M${at} 0h${width}v40h-${width}z` : ''
    at += width
    return bar
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${at + QUIET_MODULES} 40" preserveAspectRatio="none" shape-rendering="crispEdges"><path d="${bars.join('')}"/></svg>`
}
