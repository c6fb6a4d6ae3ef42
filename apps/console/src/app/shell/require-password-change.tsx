import type { ReactNode } from 'react'
import { lazy, Suspense, useEffect } from 'react'
import { session } from '../../lib/client.ts'
import { useSession } from '../../lib/use-session.ts'
import { progress } from '../progress.store.ts'
import styles from './console.module.css'

// Few people need to change the password here, so the form is a chunk of its own.
const PasswordForm = lazy(() => import('./password-form.tsx'))

/** A first password must be changed before anything else; the pages are not shown before that. */
export function RequirePasswordChange({ children }: { children: ReactNode }): ReactNode {
  const { userInfo, apiRight } = useSession()
  const isShut = userInfo?.mustChangePassword ?? false
  useEffect(() => {
    // No page will be shown, so the progress bar is ended here.
    if (!isShut) return undefined
    const timer = setTimeout(progress.done, 0)
    return () => clearTimeout(timer)
  }, [isShut])
  if (!userInfo?.mustChangePassword) return children
  return (
    <section className={styles.required}>
      <h1>请先修改初始密码</h1>
      <p>这个账号还在使用初始密码，修改后即可继续。</p>
      <Suspense fallback={null}>
        <PasswordForm onDone={() => session.refresh({ ...userInfo, mustChangePassword: false }, apiRight)} />
      </Suspense>
    </section>
  )
}
