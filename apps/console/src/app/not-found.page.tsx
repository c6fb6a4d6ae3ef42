import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import styles from './not-found.module.css'

/** The page of an unknown address. */
export default function NotFoundPage(): ReactNode {
  const [params] = useSearchParams()
  const from = params.get('from')
  return (
    <div className={styles.page}>
      <BrokenBridge />
      <h1>页面错误</h1>
      <p>
        {from === null ? (
          '没有找到这个页面。'
        ) : (
          <>
            没有找到 <code>{from}</code>，它可能已改名，或您没有它的菜单。
          </>
        )}
      </p>
      <Link to="/">回到首页</Link>
    </div>
  )
}

/** A bridge whose middle is missing. */
function BrokenBridge(): ReactNode {
  return (
    <svg viewBox="0 0 160 56" width="160" height="56" fill="none" strokeWidth="4" strokeLinecap="round" aria-hidden>
      <path d="M8 44c12-22 28-32 52-34" stroke="var(--hq-source)" />
      <path d="M152 44c-12-22-28-32-52-34" stroke="var(--hq-store)" />
      <path d="M8 44h46M106 44h46M30 44V30M130 44V30" stroke="var(--hq-border-strong)" />
    </svg>
  )
}
