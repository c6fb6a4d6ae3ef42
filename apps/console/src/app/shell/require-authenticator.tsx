import type { ReactNode } from 'react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { call, session } from '../../lib/client.ts'
import { isCallError } from '../../lib/call-error.ts'
import { Slot } from '../../lib/slots.tsx'
import { useSession } from '../../lib/use-session.ts'
import { PlainButton } from '../../ui/plain-field.tsx'
import { progress } from '../progress.store.ts'
import styles from './console.module.css'

const PasswordForm = lazy(() => import('./password-form.tsx'))

/**
 * A role of the person demands an authenticator and none is bound: nothing else is shown until it is, because the server refuses every
 * other call. A first password is changed before that.
 */
export function RequireAuthenticator(): ReactNode {
  const { userInfo, apiRight } = useSession()
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    document.title = '绑定身份验证器 · 货桥'
    const timer = setTimeout(progress.done, 0)
    return () => clearTimeout(timer)
  }, [])
  if (!userInfo) return null
  async function leave(): Promise<void> {
    try {
      await call('logout', {})
      session.end('left')
    } catch (error) {
      if (!isCallError(error)) throw error
    }
  }
  return (
    <main className={styles.required}>
      {userInfo.mustChangePassword ? (
        <>
          <h1>请先修改初始密码</h1>
          <p>这个账号还在使用初始密码；修改后再绑定身份验证器。</p>
          <Suspense fallback={null}>
            <PasswordForm onDone={() => session.refresh({ ...userInfo, mustChangePassword: false }, apiRight)} />
          </Suspense>
        </>
      ) : (
        <>
          <h1>请先绑定身份验证器</h1>
          <p>管理员要求您的角色在登录时使用身份验证器。绑定后即可继续，以后每次登录都要输入它显示的6位数字。</p>
          {isLate ? (
            <PlainButton main onClick={() => setLate(false)}>
              开始绑定
            </PlainButton>
          ) : (
            <Slot
              name="bind-authenticator"
              onClose={(isBound) => {
                if (isBound) session.refresh({ ...userInfo, mustBindAuthenticator: false }, apiRight)
                else setLate(true)
              }}
            />
          )}
        </>
      )}
      <PlainButton onClick={() => void leave()}>退出登录</PlainButton>
    </main>
  )
}
