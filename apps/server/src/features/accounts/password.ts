import { createHash, randomInt } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { keyedSemaphore } from '../../platform/keyed-semaphore.ts'

/** Node's thread pool has four threads, which files, DNS and compression also use, so password hashing takes at most half of them. */
const AT_ONCE = 2
const inTurn = keyedSemaphore(AT_ONCE)

/**
 * argon2id with the library's defaults (19 MiB, 2 passes), about 27 ms (design/stack.md). Input: the MD5 hex digest that the client sends.
 */
export const hashPassword = (digest: string): Promise<string> => inTurn('hash', () => hash(digest.toLowerCase()))
export const verifyPassword = (stored: string, digest: string): Promise<boolean> =>
  inTurn('hash', () => verify(stored, digest.toLowerCase()))

let nobodys: Promise<string> | undefined
/** Takes as long as verifyPassword, for an account that does not exist: the response time must not show that. */
export const verifyNobody = async (digest: string): Promise<void> => {
  nobodys ??= hashPassword(randomPassword())
  await verifyPassword(await nobodys, digest)
}

/** The client sends passwords as this digest (decisions, section 2). */
export const md5 = (text: string): string => createHash('md5').update(text).digest('hex')

/** Letters and digits without similar-looking ones, because this password is read from a screen and typed. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
export const randomPassword = (length = 12): string =>
  Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
