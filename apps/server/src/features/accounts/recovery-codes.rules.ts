import { createHash } from 'node:crypto'

/** As many as a person keeps on one sheet. */
export const RECOVERY_CODES = 10
/** 12 of 31 signs: 59 bits of chance, so that a hash without a slow function keeps them, and nobody guesses one at the login. */
export const RECOVERY_SIGNS = 12

/** In fours, as it is written down. */
export const written = (code: string): string => (code.match(/.{1,4}/g) ?? []).join('-')

/** Of what a person typed; undefined where it cannot be a recovery code. Dashes, spaces and capitals make no difference. */
export function typedCode(text: string): string | undefined {
  const code = text.replace(/[\s-]/g, '').toLowerCase()
  return code.length === RECOVERY_SIGNS ? code : undefined
}

/** The account is part of it: equal codes of two accounts look different, and one search serves one account only. */
export const hashOfCode = (accountId: string, code: string): string =>
  createHash('sha256').update(`${accountId}:${code}`).digest('hex')
