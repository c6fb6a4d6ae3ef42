import type { ReactNode } from 'react'
import { useRouteError } from 'react-router'
import { PageLoadError } from './chunk-loading.ts'
import styles from './root-failure.module.css'

/** Shown when even the shell could not be rendered: a sentence and a button to go on. */
export function RootFailure(): ReactNode {
  const error = useRouteError()
  const text = error instanceof PageLoadError ? error.message : '页面出错了'
  return (
    <main className={styles.page} role="alert">
      <h1>{text}</h1>
      <p>
        {error instanceof Error && !(error instanceof PageLoadError) ? error.message : '已经自动刷新过一次，仍未成功。'}
      </p>
      <button type="button" onClick={() => window.location.reload()}>
        重新加载
      </button>
    </main>
  )
}
