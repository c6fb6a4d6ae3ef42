/**
 * Whether the comma-separated rights hold the string, or the same string under the merchant prefix (specification, section 6).
 * Throws when no right is named: an element that forgot its right must not stand there for everybody.
 */
export function holdsRight(apiRight: string, right: string, merchantPrefix: string): boolean {
  if (!right) throw new Error('a permission needs a right, e.g. <Can right="/admin/role/addRole">')
  const held = apiRight.split(',').map((one) => one.trim())
  return held.includes(right) || held.includes(merchantPrefix + right)
}
