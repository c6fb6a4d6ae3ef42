import type { ConfigEntry } from '@huoqiao/contract/system-config/system-config.endpoints'
import { groupBy } from '@huoqiao/kit/group'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useMay } from '../../lib/permission.tsx'
import { useRead } from '../../lib/use-call.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { ParameterField } from './parameter.field.tsx'
import styles from './parameters.module.css'

const NOTHING = {}

const isFound = (entry: ConfigEntry, keyword: string): boolean =>
  `${entry.title} ${entry.help} ${entry.key} ${entry.group}`.toLowerCase().includes(keyword.toLowerCase())

/** 系统参数: typed inputs in groups, each saved separately, each with a button to restore its default. */
export default function ParametersSection(): ReactNode {
  const may = useMay('querySystemConfig')
  const config = useRead('querySystemConfig', NOTHING, { enabled: may })
  const [keyword, search] = useState('')
  if (!may) return <EmptyState text="没有查看系统参数的权限，请管理员在角色管理中授权。" />
  // When a later read fails, the typed values stay.
  if (config.isError && !config.data)
    return <FailureNote failure={config.error} onRetry={() => void config.refetch()} />
  if (!config.data) return <RowSkeletons count={6} />
  const groups = [
    ...groupBy(
      config.data.filter((entry) => isFound(entry, keyword)),
      ({ group }) => group,
    ),
  ]
  return (
    <div className={styles.section}>
      <SearchField value={keyword} placeholder="查找参数" onSearch={search} />
      {groups.length === 0 ? <EmptyState text={keyword === '' ? '没有系统参数' : '没有符合的参数'} /> : null}
      {groups.map(([group, entries]) => (
        <section key={group} className={styles.group} aria-label={group}>
          <h2>{group}</h2>
          {entries.map((entry) => (
            <ParameterField key={entry.key} entry={entry} />
          ))}
        </section>
      ))}
    </div>
  )
}
