import type { ReactNode } from 'react'
import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { useMay } from '../../lib/permission.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'

const SECTIONS = {
  channels: { label: '渠道', view: lazy(() => import('./channel.section.tsx')) },
  rules: { label: '规则', view: lazy(() => import('./alert-rule.section.tsx')) },
  messages: { label: '发送记录', view: lazy(() => import('./message.section.tsx')) },
} as const
type Section = keyof typeof SECTIONS

/** What the list page of every section shows above its list. */
export type SectionHead = {
  title: string
  tabs: readonly { key: string; label: string }[]
  tab: string
  onTab: (key: string) => void
}

/** /system/alerts: where notices are sent besides the bell, which of them, and what was sent. */
export default function AlertsPage(): ReactNode {
  const [params, setParams] = useSearchParams()
  const may: Readonly<Record<Section, boolean>> = {
    channels: useMay('queryAlertChannels'),
    rules: useMay('queryAlertRules'),
    messages: useMay('queryAlertMessages'),
  }
  const shown = (Object.keys(SECTIONS) as Section[]).filter((key) => may[key])
  const tab = shown.find((key) => key === params.get('tab')) ?? shown[0]
  if (tab === undefined) return <EmptyState text="没有可以查看的告警设置，请管理员在角色管理中授权。" />
  const { view: View } = SECTIONS[tab]
  const head: SectionHead = {
    title: '告警',
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
