import type { ReactNode } from 'react'
import { useMay } from '../../lib/permission.tsx'
import { useRead } from '../../lib/use-call.ts'
import { SectionPage } from '../../ui/section-page.tsx'
import { NoticeSection } from './notice.section.tsx'
import { WarningRuleSection } from './warning-rule.section.tsx'

const COUNT_ONLY = { unread: 'true', page: 1, pageSize: 1 } as const

/** As the bell shows it. */
const MOST = 99

/** /system/warning: when the app sends notices, and all notices that it sent. */
export default function WarningPage(): ReactNode {
  const mayRules = useMay('queryWarningRules')
  const unread = useRead('queryNotices', COUNT_ONLY).data?.unreadCount ?? 0
  const unreadText = unread > MOST ? `${MOST}+` : String(unread)
  return (
    <SectionPage
      title="预警配置"
      none="没有可以看的内容。"
      sections={[
        { key: 'rules', label: '规则', may: mayRules, Shown: WarningRuleSection },
        { key: 'notices', label: unread > 0 ? `通知（${unreadText} 未读）` : '通知', may: true, Shown: NoticeSection },
      ]}
    />
  )
}
