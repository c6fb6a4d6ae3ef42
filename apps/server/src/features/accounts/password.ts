import { hash, verify } from '@node-rs/argon2'

/** argon2id with the library's defaults (19 MiB, 2 passes), about 27 ms (design/stack.md). Input: the MD5 hex that travels. */
export const hashPassword = (digest: string): Promise<string> => hash(digest.toLowerCase())
export const verifyPassword = (stored: string, digest: string): Promise<boolean> => verify(stored, digest.toLowerCase())
