import type { ReactNode } from 'react'
import { lazy } from 'react'
import { useMay } from '../../../lib/permission.tsx'
import { SectionPage } from '../../../ui/section-page.tsx'

const Terms = lazy(() => import('./term.section.tsx'))
const Providers = lazy(() => import('./provider.section.tsx'))
const Tasks = lazy(() => import('../tasks/task.section.tsx'))

/** /shop/product/glossary: the words that translations follow, the services that make them, and the batch runs. */
export default function GlossaryPage(): ReactNode {
  return (
    <SectionPage
      title="术语与翻译服务"
      sections={[
        { key: 'terms', label: '术语', may: useMay('queryGlossaryTerms'), Shown: Terms },
        { key: 'providers', label: '翻译服务', may: useMay('queryTranslationProviders'), Shown: Providers },
        { key: 'tasks', label: '批量翻译', may: useMay('queryTranslationTasks'), Shown: Tasks },
      ]}
      none="没有可以查看的翻译设置，请管理员在角色管理中授权。"
    />
  )
}
