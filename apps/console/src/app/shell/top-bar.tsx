import {
  MenuFoldOutlined,
  MenuUnfoldOutlined,
  MoonOutlined,
  QuestionCircleOutlined,
  SearchOutlined,
  SunOutlined,
} from '@ant-design/icons'
import type { MenuItem } from '@huoqiao/contract/access/access.schema'
import type { ReactNode } from 'react'
import { memo } from 'react'
import { Link } from 'react-router'
import { chooseScheme, useScheme } from '../../theme/scheme.ts'
import { BarIcon } from '../../ui/bar-icon.tsx'
import styles from './top-bar.module.css'

export type Environment = 'sandbox' | 'live' | 'mixed'

type TopBarProps = {
  isCollapsed: boolean
  onToggle: () => void
  crumbs: readonly MenuItem[]
  environment: Environment | undefined
  onKeys: () => void
  onSearch: () => void
  /** further icons of the app, e.g. running tasks */
  children?: ReactNode
}

export const TopBar = memo(function TopBar({
  isCollapsed,
  onToggle,
  crumbs,
  environment,
  onKeys,
  onSearch,
  children,
}: TopBarProps): ReactNode {
  const scheme = useScheme()
  return (
    <header className={styles.bar}>
      <BarIcon aria-label={isCollapsed ? '展开菜单' : '收起菜单'} aria-expanded={!isCollapsed} onClick={onToggle}>
        {isCollapsed ? <MenuUnfoldOutlined /> : <MenuFoldOutlined />}
      </BarIcon>
      <Breadcrumb steps={crumbs} />
      <div className={styles.right}>
        <button type="button" className={styles.search} aria-label="快速前往 Ctrl K" onClick={onSearch}>
          <SearchOutlined />
          <span>快速前往</span> <kbd>Ctrl K</kbd>
        </button>
        {children}
        <EnvironmentBadge environment={environment} />
        <BarIcon
          aria-label={scheme === 'dark' ? '切换到浅色' : '切换到深色'}
          onClick={() => chooseScheme(scheme === 'dark' ? 'light' : 'dark')}
        >
          {scheme === 'dark' ? <SunOutlined /> : <MoonOutlined />}
        </BarIcon>
        <BarIcon className={styles.keys ?? ''} aria-label="快捷键" title="快捷键 ?" onClick={onKeys}>
          <QuestionCircleOutlined />
        </BarIcon>
      </div>
    </header>
  )
})

function Breadcrumb({ steps }: { steps: readonly MenuItem[] }): ReactNode {
  // A group's URL only groups its pages; no page has this address.
  return (
    <nav className={styles.crumbs} aria-label="位置">
      <ol>
        {steps.map((step, at) => (
          <li key={step.id} aria-current={at === steps.length - 1 ? 'page' : undefined}>
            {step.url && !step.children?.length && at < steps.length - 1 ? (
              <Link to={step.url}>{step.name}</Link>
            ) : (
              step.name
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}

const ENVIRONMENTS: Readonly<Record<Environment, { word: string; says: string }>> = {
  sandbox: { word: '沙箱', says: '连接的是模拟的1688和店铺，不会动用真实的货和钱' },
  live: { word: '正式', says: '连接的是真实的1688和店铺' },
  mixed: { word: '部分正式', says: '有的账号或店铺是真实的，有的是沙箱' },
}

/** Which side the connectors use; always visible (decisions, section 6). */
function EnvironmentBadge({ environment }: { environment: Environment | undefined }): ReactNode {
  if (!environment) return <span className={styles.badge}>…</span>
  const { word, says } = ENVIRONMENTS[environment]
  return (
    <span className={styles.badge} data-environment={environment} title={says}>
      {word}
    </span>
  )
}
