import { canonicalJson } from '@huoqiao/kit'

/** Compares JSON values ignoring the order of keys, because jsonb changes it. */
export const same = (a: unknown, b: unknown): boolean =>
  a === b || (typeof a === 'object' && typeof b === 'object' && canonicalJson(a) === canonicalJson(b))
