import type { FormEvent, ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'
import { Navigate, useNavigate, useSearchParams } from 'react-router'
import { firstFocus } from '../../ui/first-focus.ts'
import { entered, required, validate } from '../../lib/validate.ts'
import { useSession } from '../../lib/use-session.ts'
import { PlainButton, PlainField } from '../../ui/plain-field.tsx'
import { Logo } from '../logo.tsx'
import { ownAddress } from '../own-address.ts'
import { progress } from '../progress.store.ts'
import { readDemo } from './demo-accounts.ts'
import styles from './login.module.css'
import { Scene } from './scene.tsx'
import { useLogin } from './use-login.ts'

const CHECKS = { userAccount: [required('请输入账号')], userPassword: [entered('请输入密码')] }
const EMPTY = { userAccount: '', userPassword: '', validateCode: '' }

export default function LoginPage(): ReactNode {
  const [params] = useSearchParams()
  const { isLogin } = useSession()
  const target = ownAddress(params.get('redirect'))
  useEffect(() => {
    document.title = '登录 · 货桥'
    progress.done()
  }, [])
  if (isLogin) return <Navigate to={target} replace />
  return (
    <main className={styles.page}>
      <Scene />
      <LoginCard target={target} cameBack={params.has('redirect')} />
    </main>
  )
}

function LoginCard({ target, cameBack }: { target: string; cameBack: boolean }): ReactNode {
  const navigate = useNavigate()
  const { kind, wrong, isBusy, codeSentUntil, ask, sendCode, login, setWrong } = useLogin()
  const [fields, setFields] = useState(EMPTY)
  const form = useRef<HTMLFormElement>(null)
  const set = (name: keyof typeof EMPTY) => (event: { target: { value: string } }) =>
    setFields((now) => ({ ...now, [name]: event.target.value }))

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    const userAccount = fields.userAccount.trim()
    const fault = validate(CHECKS, { userAccount, userPassword: fields.userPassword })
    if (fault) return setWrong(fault.message)
    if (await login({ ...fields, userAccount, validateCode: fields.validateCode.trim() })) {
      await navigate(target, { replace: true })
    } else form.current?.querySelector<HTMLInputElement>('[name=userPassword]')?.select()
  }

  return (
    <form ref={form} className={styles.card} onSubmit={(event) => void submit(event)} noValidate>
      <header className={styles.brand}>
        <Logo size={44} />
        <div>
          <h1>货桥 Huoqiao</h1>
          <p>一头是货源，一头是店铺</p>
        </div>
      </header>
      {cameBack && wrong === undefined ? <p className={styles.note}>登录已失效，登录后回到刚才的页面</p> : null}
      {wrong === undefined ? null : (
        <p className={styles.wrong} role="alert">
          {wrong}
        </p>
      )}
      <PlainField
        label="账号"
        name="userAccount"
        autoComplete="username"
        ref={firstFocus}
        maxLength={64}
        value={fields.userAccount}
        onChange={set('userAccount')}
        onBlur={() => void ask(fields.userAccount.trim())}
      />
      <PlainField
        label="密码"
        name="userPassword"
        type="password"
        autoComplete="current-password"
        maxLength={64}
        value={fields.userPassword}
        onChange={set('userPassword')}
      />
      {kind === '0' ? null : (
        <PlainField
          label={kind === '1' ? '短信验证码' : '身份验证器动态码或恢复码'}
          name="validateCode"
          inputMode={kind === '1' ? 'numeric' : 'text'}
          autoComplete="one-time-code"
          maxLength={kind === '1' ? 8 : 20}
          value={fields.validateCode}
          onChange={set('validateCode')}
          aside={
            kind === '1' ? (
              <SendCode until={codeSentUntil} onSend={() => void sendCode(fields.userAccount.trim())} />
            ) : undefined
          }
        />
      )}
      <PlainButton main type="submit" disabled={isBusy}>
        {isBusy ? '正在登录…' : '登录'}
      </PlainButton>
      <details className={styles.forgotten}>
        <summary>忘记密码？</summary>
        <p>
          请管理员在 账号管理 里重置密码。管理员自己进不来时，在服务器上执行 <code>npm run admin:rescue</code>。
        </p>
      </details>
      <DemoAccounts
        onPick={(userAccount, userPassword) => {
          setFields({ ...EMPTY, userAccount, userPassword })
          void ask(userAccount)
        }}
      />
    </form>
  )
}

function SendCode({ until, onSend }: { until: number | undefined; onSend: () => void }): ReactNode {
  const [now, setNow] = useState(() => Date.now())
  const left = until === undefined ? 0 : Math.ceil((until - now) / 1000)
  useEffect(() => {
    if (until === undefined) return undefined
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [until])
  return (
    <PlainButton disabled={left > 0} onClick={onSend}>
      {left > 0 ? `${Math.min(left, 60)} 秒后重发` : '发送验证码'}
    </PlainButton>
  )
}

function DemoAccounts({ onPick }: { onPick: (account: string, password: string) => void }): ReactNode {
  const [{ isDemo, accounts }] = useState(() => readDemo())
  if (!isDemo) return null
  return (
    <section className={styles.demo}>
      <p>{accounts.length > 0 ? '演示账号（沙箱），点击填入：' : '演示环境（沙箱）：账号和密码写在启动它的终端里。'}</p>
      {accounts.map(({ account, password, note }) => (
        <button key={account} type="button" onClick={() => onPick(account, password)}>
          <span>{note}</span>
          <code>{account}</code>
        </button>
      ))}
    </section>
  )
}
