/** The last list of rights that was checked, as a set, because every row of a list checks against the same one. */
let last: { apiRight: string; held: ReadonlySet<string> } = { apiRight: '', held: new Set() }

function heldOf(apiRight: string): ReadonlySet<string> {
  if (last.apiRight !== apiRight) last = { apiRight, held: new Set(apiRight.split(',').map((one) => one.trim())) }
  return last.held
}

/**
 * Whether the comma-separated rights contain the string, or the same string under the merchant prefix (specification, section 6). Throws
 * when no right is given: an element without a right must not be shown to everybody.
 */
export function holdsRight(apiRight: string, right: string, merchantPrefix: string): boolean {
  if (!right) throw new Error('a permission needs a right, e.g. <Can right="/admin/role/addRole">')
  const held = heldOf(apiRight)
  return held.has(right) || held.has(merchantPrefix + right)
}
