import { Button } from 'antd'
import type { FormEvent, ReactNode } from 'react'
import { useState } from 'react'
import type { CallOutput } from '../../lib/contract.ts'
import { passwordDigest } from '../../lib/digest.ts'
import { entered, validate } from '../../lib/validate.ts'
import { useAct } from '../../lib/use-call.ts'
import { PlainButton, PlainField } from '../../ui/plain-field.tsx'
import { StateTag } from '../../ui/state-tag.tsx'
import BindAuthenticator from './bind-authenticator.panel.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import styles from './session.module.css'

type Security = CallOutput<'queryOwnSecurity'>

/** With this few recovery codes left, new ones are suggested. */
const FEW = 3

/** The person's second factor: bound or not, which roles demand it, and the recovery codes for a lost phone. */
export function OwnAuthenticator({ security }: { security: Security }): ReactNode {
  const { hasAuthenticator, demandedBy, recoveryCodesLeft } = security
  const [open, setOpen] = useState<'bind' | 'renew'>()
  const close = (): void => setOpen(undefined)
  return (
    <section className={styles.sheet}>
      <header>
        <h2>身份验证器</h2>
        {hasAuthenticator ? <StateTag hue="done" label="已绑定" /> : <StateTag hue="waiting" label="未绑定" />}
        {demandedBy.length > 0 ? (
          <span className={styles.hint}>角色“{demandedBy.join('”“')}”要求使用，绑定后不能自己解绑</span>
        ) : null}
      </header>
      {open === 'bind' ? (
        <div className={styles.narrow}>
          <BindAuthenticator onClose={close} />
        </div>
      ) : open === 'renew' ? (
        <div className={styles.narrow}>
          <RenewCodes onClose={close} />
        </div>
      ) : hasAuthenticator ? (
        <>
          <p className={recoveryCodesLeft <= FEW ? styles.warn : styles.hint}>
            恢复码还剩 {recoveryCodesLeft} 个。手机不在身边时，登录用一个恢复码代替验证器的数字。
            {recoveryCodesLeft <= FEW ? '剩下的不多了，请重新生成。' : ''}
          </p>
          <div>
            <Button onClick={() => setOpen('renew')}>重新生成恢复码</Button>
          </div>
        </>
      ) : (
        <>
          <p className={styles.hint}>绑定后，登录除了密码还要输入手机上验证器显示的6位数字：密码被别人知道也进不来。</p>
          <div>
            <Button type="primary" onClick={() => setOpen('bind')}>
              绑定身份验证器
            </Button>
          </div>
        </>
      )}
    </section>
  )
}

const CHECKS = { userPassword: [entered('请输入密码')] }

function RenewCodes({ onClose }: { onClose: () => void }): ReactNode {
  const renew = useAct('renewRecoveryCodes')
  const [userPassword, setPassword] = useState('')
  const [wrong, setWrong] = useState<string>()
  const [codes, setCodes] = useState<readonly string[]>()
  if (codes) return <RecoveryCodes codes={codes} onDone={onClose} />

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    const fault = validate(CHECKS, { userPassword })
    setWrong(fault?.message)
    if (fault) return
    const done = await renew.run({ userPassword: passwordDigest(userPassword) })
    if (done.ok) setCodes(done.data.recoveryCodes)
    else if (!done.error.isSilent) setWrong(done.error.message)
  }
  return (
    <form className={styles.panel} onSubmit={(event) => void submit(event)} noValidate>
      <p>会生成10个新的恢复码，以前的全部作废。请输入登录密码确认是您本人：</p>
      <PlainField
        label="登录密码"
        type="password"
        autoComplete="current-password"
        maxLength={64}
        value={userPassword}
        wrong={wrong}
        onChange={(event) => {
          setPassword(event.target.value)
          setWrong(undefined)
        }}
      />
      <div className={styles.buttons}>
        <PlainButton onClick={onClose}>取消</PlainButton>
        <PlainButton main type="submit" disabled={renew.isPending}>
          生成
        </PlainButton>
      </div>
    </form>
  )
}
