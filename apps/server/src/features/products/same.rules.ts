import { canonicalJson } from '@huoqiao/kit'

/** Equality of JSON values, whatever the order of keys: jsonb gives them back in another one. */
export const same = (a: unknown, b: unknown): boolean =>
  a === b || (typeof a === 'object' && typeof b === 'object' && canonicalJson(a) === canonicalJson(b))
