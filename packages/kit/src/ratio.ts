/**
 * Exact ratios for rates and multipliers: decimal text stored as integer × 10^-scale, so that every machine calculates the same price to
 * the cent.
 */
export type Ratio = { readonly units: bigint; readonly scale: number }

/** Parses "7.1043" or "0.35". Throws RangeError on anything that is not a plain decimal. */
export function parseRatio(text: string): Ratio {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text.trim())
  if (!match) throw new RangeError(`not a decimal number: ${JSON.stringify(text)}`)
  const fraction = match[3] ?? ''
  const units = BigInt(`${match[1]}${match[2]}${fraction}`)
  return { units, scale: fraction.length }
}

export const multiplyRatios = (a: Ratio, b: Ratio): Ratio => ({ units: a.units * b.units, scale: a.scale + b.scale })

/**
 * minor × ratio × 10^shift, rounded half away from zero to an integer. `shift`: the difference of decimals between two currencies (CNY 2 →
 * JPY 0 is -2).
 */
export function scaleMinor(minor: number, ratio: Ratio, shift = 0): number {
  const power = ratio.scale - shift
  const product = BigInt(minor) * ratio.units
  if (power <= 0) return toSafe(product * 10n ** BigInt(-power))
  const divisor = 10n ** BigInt(power)
  const half = divisor / 2n
  return toSafe(product >= 0n ? (product + half) / divisor : -((-product + half) / divisor))
}

/** minor ÷ ratio × 10^shift, rounded half away from zero. Throws RangeError on division by zero. */
export function divideMinor(minor: number, ratio: Ratio, shift = 0): number {
  if (ratio.units === 0n) throw new RangeError('division by zero')
  const sign = minor < 0 !== ratio.units < 0n ? -1n : 1n
  const up = 10n ** BigInt(Math.max(0, ratio.scale + shift))
  const down = 10n ** BigInt(Math.max(0, -(ratio.scale + shift)))
  const numerator = abs(BigInt(minor)) * up
  const denominator = abs(ratio.units) * down
  return toSafe(sign * ((2n * numerator + denominator) / (2n * denominator)))
}

const abs = (value: bigint): bigint => (value < 0n ? -value : value)

function toSafe(value: bigint): number {
  const number = Number(value)
  if (!Number.isSafeInteger(number)) throw new RangeError(`${value} is past the safe integers`)
  return number
}
