import { languageName } from '@huoqiao/contract/languages'
import { LANGUAGE_SHEET_FIELDS } from '@huoqiao/contract/translations/translations.fields'
import type { TranslationRow } from '@huoqiao/contract/translations/translations.schema'
import { TRANSLATION_STATES } from '@huoqiao/contract/translations/translations.status'
import type { Locale, TranslationState } from '@huoqiao/contract/translations/translations.status'
import { Button, Checkbox, Select, Table } from 'antd'
import type { ReactNode } from 'react'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { SELECT_PAGE } from '../../../ui/select-page.ts'
import { useAddressField } from '../../../lib/address-field.ts'
import { call } from '../../../lib/client.ts'
import { NO_RIGHT, ofAny, useAllowed, useMay } from '../../../lib/permission.tsx'
import { Slot } from '../../../lib/slots.tsx'
import { useRead } from '../../../lib/use-call.ts'
import { StorePicker } from '../../../pickers/store-picker.tsx'
import { ReportedOutcome, useBulkActs } from '../../../ui/bulk-acts.tsx'
import { CanButton } from '../../../ui/can-button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { countedTabs, listAnswer } from '../../../ui/list-answer.tsx'
import { ListPage } from '../../../ui/list-page.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { useSelection } from '../../../ui/selection.ts'
import { RowSkeletons } from '../../../ui/skeletons.tsx'
import { useTableView } from '../../../ui/table-view.tsx'
import { ExportTexts } from './export-texts.tsx'
import { translationColumns } from './translation.columns.tsx'
import type { TranslationFilters } from './translations.query.ts'
import { asked, askedBeside, localeIn, useTranslationFilters } from './translations.query.ts'

const TranslationDrawer = lazy(() => import('../editor/translation.drawer.tsx'))
const TranslateDialog = lazy(() => import('../tasks/translate.dialog.tsx'))
const RecogniseDialog = lazy(() => import('../tasks/recognise.dialog.tsx'))
const ImportDialog = lazy(() => import('./import.dialog.tsx'))
const ReplaceDialog = lazy(() => import('./replace.dialog.tsx'))

const NONE: readonly TranslationRow[] = []
const TOUCHED = ['translations'] as const
const keyOf = (row: TranslationRow): string => row.productId
const STATES = (Object.keys(TRANSLATION_STATES) as TranslationState[]).map((key) => ({
  key,
  ...TRANSLATION_STATES[key],
}))

type TranslationGridProps = { locales: readonly Locale[]; languagesButton: ReactNode }

export function TranslationGrid({ locales, languagesButton }: TranslationGridProps): ReactNode {
  const list = useTranslationFilters()
  const locale = localeIn(list, locales)!
  const read = useRead('queryTranslations', asked(list, locale))
  const counts = useRead('getTranslationCountByState', askedBeside(list, locale))
  const rows = read.data?.list
  const selection = useSelection(rows ?? NONE, keyOf)
  const [opened, setOpened] = useAddressField('product')
  const { setFilters } = list
  const open = useCallback(
    (productId: string, of: Locale) => {
      setOpened(`${productId}.${of}`)
    },
    [setOpened],
  )
  const columns = useMemo(() => translationColumns(locales, open), [locales, open])
  const view = useTableView('translations', columns, 900)
  const [dialog, show] = useState<'translate' | 'recognise' | 'replace' | 'import' | 'push'>()
  const acts = useBulkActs(TOUCHED)
  const allowed = useAllowed()
  const mayTranslate = useMay('foreseeTranslation')
  const mayRecognise = useMay('foreseeRecognition')
  const mayImport = useMay('importTranslations')
  const mayPush = useMay('previewTranslationPush')
  const mayReplace = useMay('previewReplaceTranslations')
  const navigate = useNavigate()
  const [productId, ofLocale] = opened?.split('.') ?? []
  const approve = (): Promise<unknown> =>
    acts.perform(
      '通过机器译文',
      selection.rows.map((row) => ({ id: row.productId, name: row.title || row.titleZh })),
      (productIds) => call('approveTranslations', { productIds, locale }),
    )
  return (
    <ListPage
      name="translations"
      title="商品翻译"
      subtitle="每个商品在每种语言里的译文：点一格，和原文对照着改"
      action={
        <>
          {languagesButton}
          <Button onClick={() => void navigate('/shop/product/glossary')}>术语与翻译服务</Button>
          <CanButton allowed={mayReplace || NO_RIGHT} onClick={() => show('replace')}>
            查找替换
          </CanButton>
          <CanButton allowed={mayImport || NO_RIGHT} onClick={() => show('import')}>
            导入
          </CanButton>
        </>
      }
      tabs={countedTabs(counts.data, STATES)}
      tab={list.filters.state}
      onTab={(state) => setFilters({ state })}
      filters={
        <>
          <Select<Locale>
            aria-label="看哪种语言"
            style={{ width: 160 }}
            value={locale}
            options={locales.map((value) => ({ value, label: languageName(value) }))}
            onChange={(chosen) => setFilters({ locale: chosen })}
          />
          <SearchField
            value={list.filters.keyword}
            placeholder="商品标题、供应商"
            onSearch={(keyword) => setFilters({ keyword })}
          />
          <StorePicker
            value={list.filters.storeId}
            allowClear
            placeholder="全部店铺"
            width={170}
            onChange={(storeId) => setFilters({ storeId: storeId ?? '' })}
          />
          <Checkbox
            checked={list.filters.needsPictures !== ''}
            onChange={(event) => setFilters({ needsPictures: event.target.checked ? 'true' : '' })}
          >
            {LANGUAGE_SHEET_FIELDS.pictures.label}
          </Checkbox>
        </>
      }
      view={view.control}
      views={list.view}
      changedFilters={changedIn(list)}
      onResetFilters={() => resetFilters(list)}
      batch={{
        count: selection.rows.length,
        onClear: selection.clear,
        actions: (
          <>
            <CanButton type="primary" allowed={mayTranslate || NO_RIGHT} onClick={() => show('translate')}>
              批量翻译
            </CanButton>
            <CanButton allowed={mayRecognise || NO_RIGHT} onClick={() => show('recognise')}>
              识别图片文字
            </CanButton>
            <CanButton
              loading={acts.isBusy}
              allowed={ofAny(selection.rows, allowed, 'approveTranslations')}
              onClick={() => void approve()}
            >
              通过{languageName(locale)}的机器译文
            </CanButton>
            <CanButton allowed={mayPush || NO_RIGHT} onClick={() => show('push')}>
              写入店铺
            </CanButton>
            <ExportTexts productIds={selection.rows.map(keyOf)} locale={locale} />
          </>
        ),
      }}
      {...listAnswer(list, read)}
    >
      {rows === undefined ? (
        read.error ? null : (
          <RowSkeletons />
        )
      ) : rows.length === 0 ? (
        <NothingHere list={list} />
      ) : (
        <Table<TranslationRow>
          rowKey="productId"
          {...view.table}
          tableLayout="fixed"
          pagination={false}
          dataSource={rows}
          rowSelection={{
            ...SELECT_PAGE,
            columnWidth: 36,
            selectedRowKeys: [...selection.keys],
            onSelect: (row, _isOn, _rows, event) =>
              selection.toggle(row.productId, 'shiftKey' in event && event.shiftKey === true),
            onSelectAll: selection.toggleAll,
          }}
        />
      )}
      <Suspense fallback={null}>
        {productId && ofLocale ? (
          <TranslationDrawer
            key={opened}
            productId={productId}
            locale={ofLocale as Locale}
            locales={locales}
            onLocale={(next) => open(productId, next)}
            onClose={() => setOpened(undefined)}
          />
        ) : null}
        {dialog === 'translate' ? (
          <TranslateDialog
            products={selection.rows}
            locales={locales}
            onStarted={selection.clear}
            onClose={() => show(undefined)}
          />
        ) : null}
        {dialog === 'recognise' ? (
          <RecogniseDialog products={selection.rows} onStarted={selection.clear} onClose={() => show(undefined)} />
        ) : null}
        {dialog === 'push' ? (
          <Slot
            name="push-translations"
            products={selection.rows.map(({ productId: id }) => ({ id }))}
            onClose={() => show(undefined)}
          />
        ) : null}
        {dialog === 'import' ? (
          <ImportDialog locale={locale} locales={locales} onClose={() => show(undefined)} />
        ) : null}
        {dialog === 'replace' ? (
          <ReplaceDialog locale={locale} locales={locales} onClose={() => show(undefined)} />
        ) : null}
      </Suspense>
      <ReportedOutcome acts={acts} />
    </ListPage>
  )
}

const changedIn = ({ filters }: TranslationFilters): number =>
  [filters.keyword, filters.storeId, filters.needsPictures].filter((text) => text !== '').length
const resetFilters = (list: TranslationFilters): void =>
  list.setFilters({ keyword: '', storeId: '', needsPictures: '' })

function NothingHere({ list }: { list: TranslationFilters }): ReactNode {
  const navigate = useNavigate()
  if (changedIn(list) > 0)
    return (
      <EmptyState text="没有符合条件的商品。" action={<Button onClick={() => resetFilters(list)}>清空筛选</Button>} />
    )
  if (list.filters.state !== '') return <EmptyState text="这一类里没有商品。" />
  return (
    <EmptyState
      text="还没有商品。认领或新建商品后，在这里翻译。"
      action={<Button onClick={() => void navigate('/shop/product/list')}>去商品列表</Button>}
    />
  )
}
