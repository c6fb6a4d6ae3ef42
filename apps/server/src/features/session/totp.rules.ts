import { createHmac, timingSafeEqual } from 'node:crypto'

/** Time-based one-time passwords for authenticator apps (RFC 6238 over RFC 4226): SHA-1, 6 digits, 30 seconds. */
const STEP_MS = 30_000
const DIGITS = 6
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Base 32 without padding (RFC 4648), the form that apps accept. */
export function base32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => ALPHABET[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}

export function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)))
}

export const stepAt = (atMs: number): number => Math.floor(atMs / STEP_MS)

/** The code of one time step. `digits` differs only in the RFC's examples. */
export function codeOf(secret: Buffer, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', secret).update(counter).digest()
  const offset = digest.at(-1)! & 0xf
  const number = digest.readUInt32BE(offset) & 0x7f_ff_ff_ff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/** Whether a text has the form of an app's code. */
export const isAppCode = (text: string): boolean => /^\d{6}$/.test(text)

/** The time step of this code: the current one, or one before or after, because clocks differ. Undefined: none of them. */
export function stepOfCode(secret: string, code: string, atMs: number): number | undefined {
  const key = fromBase32(secret)
  const present = stepAt(atMs)
  const given = Buffer.from(code.padEnd(DIGITS).slice(0, DIGITS))
  return [present, present - 1, present + 1].find(
    (step) => step >= 0 && code.length === DIGITS && timingSafeEqual(Buffer.from(codeOf(key, step)), given),
  )
}

/** The content of the QR code. The issuer occurs twice, because apps differ in which one they show. */
export const otpauthUrl = (secret: string, userAccount: string, issuer = '货桥'): string =>
  `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(userAccount)}?${new URLSearchParams({
    secret,
    issuer,
    algorithm: 'SHA1',
    digits: String(DIGITS),
    period: String(STEP_MS / 1000),
  })}`
