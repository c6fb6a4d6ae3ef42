import { MERCHANT_PREFIX } from '@huoqiao/contract'

/** A right is held as it stands, or with the merchant prefix (specification, section 6). */
export const holdsRight = (held: ReadonlySet<string>, right: string): boolean =>
  held.has(right) || held.has(MERCHANT_PREFIX + right)

/** Menus a role was granted, plus their ancestors: a child without its group could not be drawn. */
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
