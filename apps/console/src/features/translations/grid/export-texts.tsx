import type { Locale } from '@huoqiao/contract/translations/translations.status'
import type { ReactNode } from 'react'
import { lazy, Suspense, useState } from 'react'
import { NO_RIGHT, useMay } from '../../../lib/permission.tsx'
import { CanButton } from '../../../ui/can-button.tsx'
import { RowMenu } from '../../../ui/row-menu.tsx'
import { useExportTranslations } from './use-export-translations.ts'

const ExportMarketDialog = lazy(() => import('./export-market.dialog.tsx'))

type ExportTextsProps = { productIds: readonly string[]; locale: Locale }

/** The texts of the selected products in the list's language, as a file for translators. */
export function ExportTexts({ productIds, locale }: ExportTextsProps): ReactNode {
  const { save, isPending } = useExportTranslations()
  const may = useMay('exportTranslations')
  const [isOfMarket, setOfMarket] = useState(false)
  const all = (format: 'xlsx' | 'xliff', openOnly: boolean): void =>
    void save({ productIds: [...productIds], locale, format, openOnly })
  if (!may) return <CanButton allowed={NO_RIGHT}>导出</CanButton>
  return (
    <>
      <CanButton allowed loading={isPending} onClick={() => all('xlsx', false)}>
        导出表格
      </CanButton>
      <RowMenu
        label="其他导出"
        items={() => [
          { key: 'xliff', label: '导出 XLIFF', onClick: () => all('xliff', false) },
          { key: 'open', label: '导出没审的（表格）', onClick: () => all('xlsx', true) },
          { key: 'open-xliff', label: '导出没审的（XLIFF）', onClick: () => all('xliff', true) },
          { key: 'market', label: '导出给一个市场…', onClick: () => setOfMarket(true) },
        ]}
      />
      {isOfMarket ? (
        <Suspense fallback={null}>
          <ExportMarketDialog productIds={productIds} locale={locale} onClose={() => setOfMarket(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
