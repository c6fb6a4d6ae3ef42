import type { ReactNode } from 'react'
import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { useMay } from '../../../lib/permission.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { RowSkeletons } from '../../../ui/skeletons.tsx'

const SECTIONS = {
  terms: { label: '术语', view: lazy(() => import('./term.section.tsx')) },
  providers: { label: '翻译服务', view: lazy(() => import('./provider.section.tsx')) },
  tasks: { label: '批量翻译', view: lazy(() => import('../tasks/task.section.tsx')) },
} as const
type Section = keyof typeof SECTIONS

/** What the list page of every section shows above its list. */
export type SectionHead = {
  title: string
  tabs: readonly { key: string; label: string }[]
  tab: string
  onTab: (key: string) => void
}

/** /shop/product/glossary: the words that translations follow, the services that make them, and the batch runs. */
export default function GlossaryPage(): ReactNode {
  const [params, setParams] = useSearchParams()
  const may: Readonly<Record<Section, boolean>> = {
    terms: useMay('queryGlossaryTerms'),
    providers: useMay('queryTranslationProviders'),
    tasks: useMay('queryTranslationTasks'),
  }
  const shown = (Object.keys(SECTIONS) as Section[]).filter((key) => may[key])
  const tab = shown.find((key) => key === params.get('tab')) ?? shown[0]
  if (tab === undefined) return <EmptyState text="没有可以查看的翻译设置，请管理员在角色管理中授权。" />
  const { view: View } = SECTIONS[tab]
  const head: SectionHead = {
    title: '术语与翻译服务',
    tabs: shown.map((key) => ({ key, label: SECTIONS[key].label })),
    tab,
    onTab: (key) => setParams({ tab: key }),
  }
  return (
    <Suspense fallback={<RowSkeletons count={4} />}>
      <View head={head} />
    </Suspense>
  )
}
