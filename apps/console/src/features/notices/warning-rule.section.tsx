import type { ReactNode } from 'react'
import { useRead } from '../../lib/use-call.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import type { SectionHead } from '../../ui/section-page.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import styles from './notices.module.css'
import { WarningRuleForm } from './warning-rule.form.tsx'

const NOTHING = {}

/** When the app sends notices. */
export function WarningRuleSection({ head }: { head: SectionHead }): ReactNode {
  const rules = useRead('queryWarningRules', NOTHING)
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
