import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { useMay } from '../../lib/permission.tsx'
import { useRead } from '../../lib/use-call.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { NoticeList } from './notice.list.tsx'
import styles from './notices.module.css'
import { WarningRuleForm } from './warning-rule.form.tsx'

const NOTHING = {}
const COUNT_ONLY = { unread: 'true', page: 1, pageSize: 1 } as const

/** /system/warning: when the app sends notices, and all notices that it sent. */
export default function WarningPage(): ReactNode {
  const [params, setParams] = useSearchParams()
  const mayRules = useMay('queryWarningRules')
  const tab = params.get('tab') === 'notices' || !mayRules ? 'notices' : 'rules'
  const rules = useRead('queryWarningRules', NOTHING, { enabled: mayRules })
  const unread = useRead('queryNotices', COUNT_ONLY).data?.unreadCount
  const head = {
    title: '预警配置',
    tab,
    tabs: [...(mayRules ? [{ key: 'rules', label: '规则' }] : []), { key: 'notices', label: '通知', count: unread }],
    onTab: (key: string) => setParams({ tab: key }),
  }
  if (tab === 'notices') return <NoticeList head={head} />
  return (
    <ListPage
      {...head}
      subtitle="出现这些情况时通知谁、从多少开始通知；改完即生效"
      note={rules.isError ? <FailureNote failure={rules.error} onRetry={() => void rules.refetch()} /> : null}
    >
      {rules.data === undefined ? (
        rules.isError ? null : (
          <RowSkeletons count={6} />
        )
      ) : rules.data.length === 0 ? (
        <EmptyState text="没有可以配置的预警" />
      ) : (
        <div className={styles.rules}>
          {rules.data.map((rule) => (
            <WarningRuleForm key={rule.kind} rule={rule} />
          ))}
        </div>
      )}
    </ListPage>
  )
}
