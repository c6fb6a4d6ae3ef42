import type { ProductDoc, StoreTerms } from './products.types.ts'

/**
 * The lowest margin that the present prices leave at a former and at a new cost, over the variants that have either cost: a product may not
 * have taken over the new one yet. Null: no variant has it, or none has a price and a rule.
 */
export function marginsOfCost(
  docs: readonly ProductDoc[],
  { before, after }: { before: number; after: number },
  terms: ReadonlyMap<string, StoreTerms>,
): { before: number; after: number } | null {
  const pairs = docs.flatMap(({ variants }) =>
    variants
      .filter(({ dropped, costMinor }) => !dropped && (costMinor === before || costMinor === after))
      .flatMap((variant) =>
        variant.prices.flatMap(({ storeId, minor }) => {
          const at = (costMinor: number) => terms.get(storeId)?.margin({ ...variant, costMinor }, minor)
          const [was, is] = [at(before), at(after)]
          return was === undefined || is === undefined ? [] : [{ before: was, after: is }]
        }),
      ),
  )
  if (pairs.length === 0) return null
  return pairs.reduce((lowest, pair) => (pair.after < lowest.after ? pair : lowest))
}
