import type { ReactNode } from 'react'
import { lazy, Suspense, useRef, useState } from 'react'
import { Link } from 'react-router'
import { call, session } from '../../lib/client.ts'
import { isCallError } from '../../lib/call-error.ts'
import { firstCharacter, formatShortTime } from '../../lib/format.ts'
import { flushPreferences } from '../../lib/preferences.ts'
import { isSlotFilled, Slot } from '../../lib/slots.tsx'
import { useSession } from '../../lib/use-session.ts'
import { useOpenedBox } from '../../ui/opened-box.ts'
import { PlainButton } from '../../ui/plain-field.tsx'
import styles from './sidebar.module.css'

const PasswordForm = lazy(() => import('./password-form.tsx'))

/** One panel at a time: the password form, the authenticator and the question whether to log out exclude each other and hide the buttons. */
type Panel = 'menu' | 'password' | 'authenticator' | 'logout'

const ROLE_TYPES = ['普通用户', '管理员'] as const

/** The account button at the top of the sidebar, and what opens from it (specification, section 2). */
export function UserButton({ isCollapsed }: { isCollapsed: boolean }): ReactNode {
  const { userInfo } = useSession()
  const { isOpen, setOpen, box } = useOpenedBox()
  const name = userInfo?.name || userInfo?.userAccount || ''
  return (
    <div className={styles.user} ref={box}>
      <button
        type="button"
        className={styles.userButton}
        aria-expanded={isOpen}
        aria-haspopup="dialog"
        aria-label={`账号 ${name}`}
        title={isCollapsed ? name : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <span className={styles.avatar} data-letter={firstCharacter(name)} aria-hidden />
        <span className={styles.userName}>{name}</span>
      </button>
      {isOpen ? <Popover onClose={() => setOpen(false)} /> : null}
    </div>
  )
}

function Popover({ onClose }: { onClose: () => void }): ReactNode {
  const { userInfo } = useSession()
  const [panel, setPanel] = useState<Panel>('menu')
  return (
    <div className={styles.popover} role="dialog" aria-label="账号">
      <dl className={styles.facts}>
        <dt>登录账号</dt>
        <dd>{userInfo?.userAccount}</dd>
        <dt>账号类型</dt>
        <dd>{ROLE_TYPES[userInfo?.roleType ?? 0]}</dd>
        <dt>上次登录</dt>
        <dd>{formatShortTime(userInfo?.lastLoginTime)}</dd>
      </dl>
      {panel === 'menu' ? (
        <>
          <Link to="/system/security" onClick={onClose}>
            账号安全：登录记录、踢下线、恢复码
          </Link>
          <div className={styles.popoverButtons}>
            <PlainButton onClick={() => setPanel('password')}>修改密码</PlainButton>
            {isSlotFilled('bind-authenticator') ? (
              <PlainButton onClick={() => setPanel('authenticator')}>绑定验证器</PlainButton>
            ) : null}
            <PlainButton onClick={() => setPanel('logout')}>退出登录</PlainButton>
          </div>
        </>
      ) : null}
      {panel === 'password' ? (
        <Suspense fallback={null}>
          <PasswordForm onDone={onClose} onCancel={() => setPanel('menu')} />
        </Suspense>
      ) : null}
      {panel === 'authenticator' ? <Slot name="bind-authenticator" onClose={() => setPanel('menu')} /> : null}
      {panel === 'logout' ? <LogoutQuestion onCancel={() => setPanel('menu')} /> : null}
    </div>
  )
}

function LogoutQuestion({ onCancel }: { onCancel: () => void }): ReactNode {
  const isUnderway = useRef(false)
  const [isBusy, setBusy] = useState(false)
  async function logout(): Promise<void> {
    if (isUnderway.current) return
    isUnderway.current = true
    setBusy(true)
    try {
      await flushPreferences()
      await call('logout', {})
      session.end('left')
    } catch (error) {
      if (!isCallError(error)) throw error
    } finally {
      isUnderway.current = false
      setBusy(false)
    }
  }
  return (
    <>
      <p>确定退出登录吗？</p>
      <Slot name="before-logout" />
      <div className={styles.popoverButtons}>
        <PlainButton onClick={onCancel}>取消</PlainButton>
        <PlainButton main disabled={isBusy} onClick={() => void logout()}>
          确定
        </PlainButton>
      </div>
    </>
  )
}
