import type { GlossaryTerm } from '@huoqiao/contract/translations/glossary.schema'
import type { Locale } from '@huoqiao/contract/translations/translations.status'
import type { TermRow } from './glossary.store.ts'

export const termView = (row: TermRow, storeNames: ReadonlyMap<string, string>): GlossaryTerm => ({
  id: row.id,
  kind: row.kind,
  source: row.source,
  target: row.target,
  locale: row.locale === '' ? null : (row.locale as Locale),
  storeId: row.storeId,
  storeName: row.storeId === null ? null : (storeNames.get(row.storeId) ?? '（店铺已移除）'),
  note: row.note,
  updatedBy: row.updatedBy,
  updatedAt: row.updatedAt.getTime(),
  version: row.version,
  can: {
    updateGlossaryTerm: true,
    deleteGlossaryTerm: true,
    applyGlossaryTerm: row.kind === 'forced' || '只有强制译法能用到已有译文',
  },
})
