import { createHash, randomInt } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { keyedSemaphore } from '../../platform/keyed-semaphore.ts'

/** Node's own pool has four threads, for files, names and packing too: a crowd that logs in waits in line for half of them. */
const AT_ONCE = 2
const inTurn = keyedSemaphore(AT_ONCE)

/** argon2id with the library's defaults (19 MiB, 2 passes), about 27 ms (design/stack.md). Input: the MD5 hex that travels. */
export const hashPassword = (digest: string): Promise<string> => inTurn('hash', () => hash(digest.toLowerCase()))
export const verifyPassword = (stored: string, digest: string): Promise<boolean> =>
  inTurn('hash', () => verify(stored, digest.toLowerCase()))

let nobodys: Promise<string> | undefined
/** The work of verifyPassword for an account that is not there: how long an answer takes must not tell. */
export const verifyNobody = async (digest: string): Promise<void> => {
  nobodys ??= hashPassword(randomPassword())
  await verifyPassword(await nobodys, digest)
}

/** How passwords travel (decisions, section 2). */
export const md5 = (text: string): string => createHash('md5').update(text).digest('hex')

/** Letters and digits without those that look alike; this password is read from a screen and typed. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
export const randomPassword = (length = 12): string =>
  Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
