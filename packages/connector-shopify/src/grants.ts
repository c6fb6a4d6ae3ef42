/**
 * The grants that this connector's operations need (reference, section 1), those without which nothing goes first. Of the three kinds
 * of fulfilment orders a shop shows only those that the app was granted: what is missing looks like an order with no work.
 * `read_customers` is not among them: where it is missing, orders are read without their customers.
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
  'read_files',
] as const
export type Grant = (typeof GRANTS)[number]

/** Grants that an installation lacks; a write grant holds its read grant. */
export function missingGrants(held: readonly string[]): Grant[] {
  const all = new Set(held.flatMap((scope) => [scope, scope.replace(/^write_/, 'read_')]))
  return GRANTS.filter((grant) => !all.has(grant))
}
