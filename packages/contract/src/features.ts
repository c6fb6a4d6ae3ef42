/**
 * Features in rank order: on the server a feature may use only the API (index.ts) of earlier features. tools/direction.mjs checks this. Why
 * stores and marketplace come before products: decision 0002.
 */
export const FEATURES = [
  'system-config',
  'operation-log',
  'dictionaries',
  'access',
  'accounts',
  'files',
  'rich-text',
  'notices',
  'alerts',
  'pricing',
  'stores',
  'session',
  'products',
  'marketplace',
  'collection',
  'listings',
  'translations',
  'translation-pushes',
  'inbox',
  'orders',
  'purchases',
  'placement',
  'approvals',
  'deliveries',
  'scorecards',
  'reconciliation',
  'analytics',
  'workbench',
] as const
export type FeatureName = (typeof FEATURES)[number]
