import { MERCHANT_PREFIX } from '@huoqiao/contract'
import { SEE_ACCOUNT_PHONE, SEE_CUSTOMER } from '@huoqiao/contract/access/elements'

/** A right counts as held with or without the merchant prefix (specification, section 6). */
export const holdsRight = (held: ReadonlySet<string>, right: string): boolean =>
  held.has(right) || held.has(MERCHANT_PREFIX + right)

/** The right that a code gives: the code without any number of merchant prefixes. */
export const rightOfCode = (code: string): string =>
  code.startsWith(`${MERCHANT_PREFIX}/`) ? rightOfCode(code.slice(MERCHANT_PREFIX.length)) : code

/** The granted menu entries plus their ancestors: without its group an entry could not be shown. */
export function withAncestors(granted: ReadonlySet<string>, parents: ReadonlyMap<string, string | null>): Set<string> {
  const shown = new Set<string>()
  for (const start of granted) {
    let current: string | null | undefined = start
    while (current && !shown.has(current)) {
      shown.add(current)
      current = parents.get(current)
    }
  }
  return shown
}

/** Whether any entry is its own ancestor, given each entry's parent. */
export function hasRing(parents: ReadonlyMap<string, string | null>): boolean {
  const resolved = new Set<string>()
  for (const start of parents.keys()) {
    const path = new Set<string>()
    let current: string | null | undefined = start
    while (current && !resolved.has(current)) {
      if (path.has(current)) return true
      path.add(current)
      current = parents.get(current)
    }
    for (const id of path) resolved.add(id)
  }
  return false
}

/** An entry and everything below it. */
export function withDescendants(start: string, parents: ReadonlyMap<string, string | null>): Set<string> {
  const found = new Set([start])
  for (let grown = true; grown;) {
    grown = false
    for (const [id, parentId] of parents) {
      if (parentId !== null && found.has(parentId) && !found.has(id)) {
        found.add(id)
        grown = true
      }
    }
  }
  return found
}

/** The entries of the second list that are missing in the first. */
export const addedTo = (before: readonly string[], after: readonly string[]): string[] => {
  const known = new Set(before)
  return after.filter((one) => !known.has(one))
}

export const isBuiltInElement = (code: string): boolean => code === SEE_ACCOUNT_PHONE || code === SEE_CUSTOMER
