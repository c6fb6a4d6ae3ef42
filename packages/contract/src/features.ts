/**
 * Features in rank order: on the server a feature may use only the API (index.ts) of features before it.
 * The order is checked by tools/direction.mjs. Why stores and marketplace stand before products: decision 0002.
 */
export const FEATURES = [
  'operation-log',
  'system-config',
  'dictionaries',
  'access',
  'accounts',
  'session',
  'files',
  'rich-text',
  'notices',
  'pricing',
  'stores',
  'products',
  'marketplace',
  'collection',
  'listings',
  'inbox',
  'orders',
  'purchases',
  'placement',
  'deliveries',
  'reconciliation',
  'workbench',
] as const
export type FeatureName = (typeof FEATURES)[number]
