import type { ReactNode } from 'react'
import { lazy, Suspense, useState } from 'react'
import { NO_RIGHT, useMay } from '../../../lib/permission.tsx'
import { useRead } from '../../../lib/use-call.ts'
import { CanButton } from '../../../ui/can-button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { ListPage } from '../../../ui/list-page.tsx'
import { RowSkeletons } from '../../../ui/skeletons.tsx'
import { TranslationGrid } from './translation-grid.tsx'

const LanguagesDialog = lazy(() => import('./languages.dialog.tsx'))

/** /shop/product/translations: products × languages, with what is missing, machine-made, outdated and approved. */
export default function TranslationsPage(): ReactNode {
  const languages = useRead('queryTranslationLanguages', {})
  const [isChoosing, choose] = useState(false)
  const may = useMay('saveTranslationLanguages')
  const { data, error, refetch } = languages
  const dialog =
    isChoosing && data ? (
      <Suspense fallback={null}>
        <LanguagesDialog languages={data} onClose={() => choose(false)} />
      </Suspense>
    ) : null
  const button = (type: 'default' | 'primary'): ReactNode => (
    <CanButton type={type} allowed={may || NO_RIGHT} onClick={() => choose(true)}>
      {type === 'primary' ? '选择语言' : '语言'}
    </CanButton>
  )
  if (data && data.locales.length > 0)
    return (
      <>
        <TranslationGrid locales={data.locales} languagesButton={button('default')} />
        {dialog}
      </>
    )
  return (
    <ListPage title="商品翻译">
      {data ? (
        <EmptyState
          text={`还没有选择要翻译成哪些语言${may ? '' : '，请管理员先选'}。选好后，这里列出每个商品在每种语言里缺什么。`}
          action={button('primary')}
        />
      ) : error ? (
        <FailureNote failure={error} onRetry={() => void refetch()} />
      ) : (
        <RowSkeletons />
      )}
      {dialog}
    </ListPage>
  )
}
