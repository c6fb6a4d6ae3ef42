import * as zod from 'zod'

/**
 * Zod, with one common schema for each type that is asked for without parameters. A schema never changes, and takes 1.2 kB of memory: two
 * thousand fields of the contract are plain texts, whole numbers and booleans.
 */
export * from 'zod'
export const string = shared(zod.string)
export const int = shared(zod.int)
export const number = shared(zod.number)
export const boolean = shared(zod.boolean)
export const unknown = shared(zod.unknown)

/** @param make is called without parameters once */
function shared<F extends (...parameters: never[]) => zod.ZodType>(make: F): F {
  const common = make()
  return ((...parameters) => (parameters.length === 0 ? common : make(...parameters))) as F
}
