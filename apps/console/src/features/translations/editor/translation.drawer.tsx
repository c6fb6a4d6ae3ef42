import { languageName } from '@huoqiao/contract/languages'
import type { TextMarket, TranslationField, TranslationSheet } from '@huoqiao/contract/translations/translations.schema'
import { TRANSLATION_STATES } from '@huoqiao/contract/translations/translations.status'
import type { Locale } from '@huoqiao/contract/translations/translations.status'
import { Drawer, Select } from 'antd'
import type { ReactNode } from 'react'
import { lazy, Suspense, useRef, useState } from 'react'
import { toast } from '../../../lib/client.ts'
import { useAllowed } from '../../../lib/permission.tsx'
import { useRead } from '../../../lib/use-call.ts'
import { CanButton } from '../../../ui/can-button.tsx'
import { DraftNotes } from '../../../ui/draft-notes.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { LeaveGuard } from '../../../ui/leave-guard.tsx'
import { RowSkeletons } from '../../../ui/skeletons.tsx'
import { TableStateTag } from '../../../ui/state-tag.tsx'
import styles from './editor.module.css'
import { FieldRow } from './field-row.tsx'
import { MarketChoice } from './market-choice.tsx'
import { PictureWordsSection } from './picture-words.section.tsx'
import { TextHistory } from './text-history.tsx'
import { askedOf, useEditor } from './use-editor.ts'
import { useEditorKeys } from './use-editor-keys.ts'
import { usePictureWords } from './use-picture-words.ts'

const TermDrawer = lazy(() => import('../settings/term.drawer.tsx'))

type TranslationDrawerProps = {
  productId: string
  locale: Locale
  locales: readonly Locale[]
  onLocale: (locale: Locale) => void
  onClose: () => void
}

/** One product in one language, side by side with its source. */
export default function TranslationDrawer(props: TranslationDrawerProps): ReactNode {
  const { productId, locale, locales } = props
  const [market, setMarket] = useState<TextMarket>()
  const sheetOf = { productId, locale, market }
  const read = useRead('getProductTranslations', askedOf(sheetOf), { keepPrevious: false })
  const { data, error, refetch } = read
  const editor = useEditor(sheetOf, data)
  const words = usePictureWords(productId, locale)
  const allowed = useAllowed()
  const box = useRef<HTMLUListElement>(null)
  const [isHistory, showHistory] = useState(false)
  const [term, addTerm] = useState<TranslationField>()
  const fields = data?.fields ?? []
  async function saveTexts(): Promise<boolean> {
    const isSaved = await editor.save()
    if (isSaved && words.dirty > 0) toast.info('图片上的文字要逐张保存，没有保存的留作草稿')
    return isSaved
  }
  useEditorKeys({ box, fields, editor, addTerm })
  return (
    <Drawer
      open
      size="min(1180px, 96vw)"
      title={data ? data.title : '译文'}
      onClose={props.onClose}
      extra={
        <div className={styles.extra}>
          <Select<Locale>
            aria-label="语言"
            style={{ width: 150 }}
            value={locale}
            options={locales.map((value) => ({ value, label: languageName(value) }))}
            onChange={props.onLocale}
          />
          <MarketChoice value={market} markets={data?.markets ?? (market ? [market] : [])} onChange={setMarket} />
          <CanButton allowed={data ? true : '正在读取'} onClick={() => showHistory(!isHistory)}>
            {isHistory ? '收起历史' : '历史'}
          </CanButton>
          <CanButton
            allowed={data ? allowed(data, 'approveTranslations') : '正在读取'}
            loading={editor.isBusy}
            onClick={() => void editor.approveAll()}
          >
            全部通过
          </CanButton>
          <CanButton
            type="primary"
            allowed={data ? (editor.dirty.length === 0 ? '没有改动' : allowed(data, 'saveTranslations')) : '正在读取'}
            loading={editor.isBusy}
            onClick={() => void editor.save()}
          >
            保存{editor.dirty.length > 0 ? `（${editor.dirty.length}）` : ''}
          </CanButton>
        </div>
      }
    >
      {error && !data ? <FailureNote failure={error} onRetry={() => void refetch()} /> : null}
      {data === undefined ? (
        error ? null : (
          <RowSkeletons count={6} />
        )
      ) : (
        <>
          <p className={styles.head}>
            {data.market ? (
              <OwnTexts sheet={data} />
            ) : (
              <>
                <TableStateTag table={TRANSLATION_STATES} code={data.sheet.state} />
                <span>
                  {data.sheet.approved}/{data.sheet.total} 已审
                </span>
              </>
            )}
            <small>J / K 上下一段，A 通过，E 修改，G 加入术语，Ctrl+回车 保存</small>
          </p>
          <DraftNotes {...editor.notes} />
          {isHistory ? <TextHistory productId={productId} locale={locale} /> : null}
          <ul ref={box} className={styles.fields}>
            {fields.map((field) => (
              <FieldRow
                key={field.field}
                field={field}
                locale={locale}
                market={market}
                editor={editor}
                onTerm={() => addTerm(field)}
              />
            ))}
          </ul>
          <PictureWordsSection productId={productId} locale={locale} words={words} />
        </>
      )}
      <LeaveGuard field="product" isDirty={editor.dirty.length + words.dirty > 0} save={saveTexts} />
      <Suspense fallback={null}>
        {term ? (
          <TermDrawer
            row={undefined}
            initial={{ source: selectedIn(term), locale }}
            onClose={() => addTerm(undefined)}
          />
        ) : null}
      </Suspense>
    </Drawer>
  )
}

/** How many texts a market has of its own. */
function OwnTexts({ sheet: { market, fields } }: { sheet: TranslationSheet }): ReactNode {
  const own = fields.filter(({ translation }) => translation !== null).length
  return (
    <span>
      {own === 0 ? '没有专用译文，都沿用通用译文' : `${own} 段专用译文，其余沿用通用译文`}
      {market?.isThere === false ? '；店铺没有这个市场了，只能移除' : ''}
    </span>
  )
}

/** The selected part of the source text; '' if nothing in it is selected, or more than 200 characters. */
function selectedIn({ source }: TranslationField): string {
  const text = window.getSelection()?.toString().trim() ?? ''
  return text.length <= 200 && source.includes(text) ? text : ''
}
