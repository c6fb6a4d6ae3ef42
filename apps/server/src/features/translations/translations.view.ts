import type {
  LanguageSheet,
  Translation,
  TranslationChange,
  TranslationRow,
} from '@huoqiao/contract/translations/translations.schema'
import type { GridProduct, SheetRow } from './sheets.store.ts'
import { stateOf } from './sheet.rules.ts'
import type { ChangeRow, TextRow } from './texts.store.ts'
import { sameKept } from './text.rules.ts'
import type { KeptText, SourceField } from './translations.types.ts'

const sheetView = ({
  locale,
  state,
  total,
  missing,
  outdated,
  machine,
  approved,
  pictures,
}: LanguageSheet): LanguageSheet => ({
  locale,
  state,
  total,
  missing,
  outdated,
  machine,
  approved,
  pictures,
})

export function gridRowView(row: GridProduct, sheets: readonly SheetRow[], locales: readonly string[]): TranslationRow {
  const byLocale = new Map(sheets.map((sheet) => [sheet.locale, sheet]))
  return {
    productId: row.id,
    title: row.title,
    titleZh: row.titleZh,
    image: row.image,
    languages: locales.flatMap((locale) => {
      const sheet = byLocale.get(locale)
      return sheet === undefined ? [] : [sheetView(sheet)]
    }),
    updatedAt: row.updatedAt.getTime(),
    can: {
      approveTranslations: sheets.some(({ machine }) => machine > 0) || '没有机器译文',
      translateProducts: true,
    },
  }
}

export const translationView = (source: SourceField, row: TextRow): Translation => ({
  text: row.text,
  origin: row.origin,
  state: stateOf(source, row),
  locked: row.locked,
  formerSource: row.sourceDigest === source.digest ? null : row.sourceText,
  by: row.byName,
  at: row.updatedAt.getTime(),
  version: row.version,
})

/** Why a step can't be undone; true: it can. Only the last step of a text can be undone. */
export const whyNotUndo = (change: ChangeRow, current: KeptText | undefined): true | string => {
  if (sameKept(current ?? null, change.after)) return true
  return sameKept(current ?? null, change.before) ? '现在的译文已经和撤销后一样' : '之后又改过，请先撤销后面的修改'
}

export const changeView = (
  row: ChangeRow,
  source: SourceField | undefined,
  current: KeptText | undefined,
): TranslationChange => ({
  id: row.id,
  productId: row.productId,
  field: row.field,
  label: source?.label ?? row.field,
  locale: row.locale,
  market: row.marketName,
  action: row.action,
  before: row.before?.text ?? null,
  after: row.after?.text ?? null,
  origin: row.after?.origin ?? null,
  by: row.byName,
  at: row.at.getTime(),
  batchId: row.batchId,
  can: { undoTranslation: whyNotUndo(row, current) },
})
