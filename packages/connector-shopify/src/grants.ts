/**
 * The scopes that this connector's operations need (reference, section 1), essential ones first. Of the three kinds of fulfilment orders a
 * shop only shows those whose scope was granted; a missing scope looks like an order without fulfilment orders. `read_customers` is not
 * included: without it, orders are read without customers.
 */
export const GRANTS = [
  'write_products',
  'write_inventory',
  'read_locations',
  'write_publications',
  'read_orders',
  'write_merchant_managed_fulfillment_orders',
  'write_orders',
  'read_all_orders',
  'write_assigned_fulfillment_orders',
  'write_third_party_fulfillment_orders',
  'read_returns',
  'write_returns',
  'read_files',
  'read_locales',
  'read_markets',
  'write_translations',
] as const
export type Grant = (typeof GRANTS)[number]

/** Scopes that an installation lacks; a write scope includes its read scope. */
export function missingGrants(held: readonly string[]): Grant[] {
  const all = new Set(held.flatMap((scope) => [scope, scope.replace(/^write_/, 'read_')]))
  return GRANTS.filter((grant) => !all.has(grant))
}
