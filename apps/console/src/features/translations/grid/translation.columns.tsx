import { languageName } from '@huoqiao/contract/languages'
import { LANGUAGE_SHEET_FIELDS, TRANSLATION_ROW_FIELDS } from '@huoqiao/contract/translations/translations.fields'
import type { LanguageSheet, TranslationRow } from '@huoqiao/contract/translations/translations.schema'
import { TRANSLATION_STATES } from '@huoqiao/contract/translations/translations.status'
import type { Locale } from '@huoqiao/contract/translations/translations.status'
import type { TableColumnsType } from 'antd'
import type { ReactNode } from 'react'
import { formatTime } from '../../../lib/format.ts'
import { Picture } from '../../../ui/picture.tsx'
import { StateTag, TableStateTag } from '../../../ui/state-tag.tsx'
import styles from './grid.module.css'

type Open = (productId: string, locale: Locale) => void

/** A column for the product, and one for each language. */
export const translationColumns = (locales: readonly Locale[], open: Open): TableColumnsType<TranslationRow> => [
  {
    key: 'title',
    title: TRANSLATION_ROW_FIELDS.title.label,
    width: 320,
    render: (_, row) => (
      <div className={styles.product}>
        <Picture src={row.image} alt="" size={40} />
        <span>
          <b title={row.title}>{row.title || row.titleZh || '（还没有标题）'}</b>
          {row.title === '' || row.titleZh === '' ? null : <small title={row.titleZh}>{row.titleZh}</small>}
        </span>
      </div>
    ),
  },
  ...locales.map((locale) => ({
    key: locale,
    title: languageName(locale),
    width: 128,
    render: (_: unknown, row: TranslationRow) => (
      <LanguageCell
        name={row.title || row.titleZh}
        sheet={row.languages.find((one) => one.locale === locale)}
        onOpen={() => open(row.productId, locale)}
      />
    ),
  })),
  {
    key: 'updatedAt',
    title: TRANSLATION_ROW_FIELDS.updatedAt.label,
    width: 160,
    ellipsis: true,
    render: (_, row) => formatTime(row.updatedAt),
  },
]

type LanguageCellProps = { name: string; sheet: LanguageSheet | undefined; onOpen: () => void }

function LanguageCell({ name, sheet, onOpen }: LanguageCellProps): ReactNode {
  if (sheet === undefined) return <span className={styles.counting}>统计中</span>
  // Nothing to translate: the product is written in this language, or has no text.
  if (sheet.total === 0 && sheet.pictures === 0) return <span className={styles.counting}>不用翻译</span>
  const title = `${name}的${languageName(sheet.locale)}译文：${wordsOf(sheet)}`
  return (
    <button type="button" className={styles.cell} title={title} onClick={onOpen}>
      {sheet.total === 0 ? (
        <small>不用翻译</small>
      ) : (
        <>
          <TableStateTag table={TRANSLATION_STATES} code={sheet.state} />
          <small>
            {sheet.approved}/{sheet.total}
          </small>
        </>
      )}
      {sheet.pictures > 0 ? (
        <StateTag hue="attention" label={`${LANGUAGE_SHEET_FIELDS.pictures.label} ${sheet.pictures}`} bare />
      ) : null}
    </button>
  )
}

const wordsOf = (sheet: LanguageSheet): string =>
  [
    ...(['approved', 'machine', 'outdated', 'missing'] as const)
      .filter((state) => sheet[state] > 0)
      .map((state) => `${TRANSLATION_STATES[state].label} ${sheet[state]}`),
    ...(sheet.pictures > 0 ? [`${LANGUAGE_SHEET_FIELDS.pictures.label} ${sheet.pictures}`] : []),
  ].join('，')
