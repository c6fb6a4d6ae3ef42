import type { Hue } from '../states.ts'

/** Kinds of changes at a source that we sell from (beyond, item 6). */
export type SourceChangeKind =
  | 'price-up'
  | 'price-down'
  | 'stock-out'
  | 'restocked'
  | 'minimum'
  | 'sku-gone'
  | 'sku-new'
  | 'offer-gone'
  | 'offer-back'
  | 'supplier'

/** Without schemas, for the console too. Red: costs money or sales immediately. */
export const SOURCE_CHANGES: Readonly<Record<SourceChangeKind, { label: string; hue: Hue }>> = {
  'price-up': { label: '涨价', hue: 'failed' },
  'price-down': { label: '降价', hue: 'done' },
  'stock-out': { label: '断货', hue: 'failed' },
  restocked: { label: '补货', hue: 'done' },
  minimum: { label: '起批量变化', hue: 'attention' },
  'sku-gone': { label: '规格下架', hue: 'failed' },
  'sku-new': { label: '新规格', hue: 'moving' },
  'offer-gone': { label: '货源下架', hue: 'failed' },
  'offer-back': { label: '重新上架', hue: 'done' },
  supplier: { label: '供应商变更', hue: 'attention' },
}
