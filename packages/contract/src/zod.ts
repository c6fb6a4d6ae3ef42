import * as zod from 'zod'

/**
 * Zod with shared schemas, to save memory: `string()` and the like return one common schema when they are called without parameters, and so
 * do its `nullable()` and `optional()`. A schema never changes and takes about a kilobyte, and some three thousand fields of the contract
 * are plain texts, whole numbers and booleans.
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
  const [nullable, optional] = [common.nullable(), common.optional()]
  Object.assign(common, { nullable: () => nullable, optional: () => optional })
  return ((...parameters) => (parameters.length === 0 ? common : make(...parameters))) as F
}

const arrays = new WeakMap<object, zod.ZodType>()

/** Without parameters, one shared schema for each element schema. */
export const array: typeof zod.array = ((element, parameters) => {
  if (parameters !== undefined) return zod.array(element, parameters)
  const made = arrays.get(element) ?? zod.array(element)
  arrays.set(element, made)
  return made
}) as typeof zod.array
