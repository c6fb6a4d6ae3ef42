import type { ReactNode } from 'react'
import { lazy } from 'react'
import { useMay } from '../../lib/permission.tsx'
import { SectionPage } from '../../ui/section-page.tsx'

const Channels = lazy(() => import('./channel.section.tsx'))
const Rules = lazy(() => import('./alert-rule.section.tsx'))
const Messages = lazy(() => import('./message.section.tsx'))

/** /system/alerts: where notices are sent besides the bell, which of them, and what was sent. */
export default function AlertsPage(): ReactNode {
  return (
    <SectionPage
      title="告警"
      sections={[
        { key: 'channels', label: '渠道', may: useMay('queryAlertChannels'), Shown: Channels },
        { key: 'rules', label: '规则', may: useMay('queryAlertRules'), Shown: Rules },
        { key: 'messages', label: '发送记录', may: useMay('queryAlertMessages'), Shown: Messages },
      ]}
      none="没有可以查看的告警设置，请管理员在角色管理中授权。"
    />
  )
}
