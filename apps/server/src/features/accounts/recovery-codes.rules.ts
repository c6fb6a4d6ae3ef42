import { createHash } from 'node:crypto'

/** The number of codes for one account; they fit on one sheet. */
export const RECOVERY_CODES = 10
/** 12 of 31 characters: 59 bits of entropy, so a fast hash is sufficient, and guessing at the login is hopeless. */
export const RECOVERY_SIGNS = 12

/** In groups of four, as people write it down. */
export const written = (code: string): string => (code.match(/.{1,4}/g) ?? []).join('-')

/** Normalises what a person typed; undefined if it cannot be a recovery code. Dashes, spaces and case are ignored. */
export function typedCode(text: string): string | undefined {
  const code = text.replace(/[\s-]/g, '').toLowerCase()
  return code.length === RECOVERY_SIGNS ? code : undefined
}

/** The hash includes the account, so that equal codes of two accounts differ, and one guess tests one account only. */
export const hashOfCode = (accountId: string, code: string): string =>
  createHash('sha256').update(`${accountId}:${code}`).digest('hex')
