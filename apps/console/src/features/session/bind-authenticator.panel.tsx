import { QRCode } from 'antd'
import type { FormEvent, ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'
import { copyText } from '../../lib/clipboard.ts'
import type { CallOutput } from '../../lib/contract.ts'
import { toast } from '../../lib/client.ts'
import { pattern, required, validate } from '../../lib/validate.ts'
import { useAct } from '../../lib/use-call.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import { COLORS } from '../../theme/tokens.ts'
import { PlainButton, PlainField } from '../../ui/plain-field.tsx'
import { TextSkeleton } from '../../ui/skeletons.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import styles from './session.module.css'

/** The secret in groups of four, as apps show it. */
const inFours = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ')

/** 绑定身份验证器: the secret as a QR code and as text, then a code that proves that the app has it. */
export default function BindAuthenticator({ onClose }: { onClose: (isBound: boolean) => void }): ReactNode {
  const [codes, setCodes] = useState<readonly string[]>()
  const { run: start, data, error } = useAct('startAuthenticator')
  const isAsked = useRef(false)
  useEffect(() => {
    // Each start creates a new secret; a second one would make the QR code on the screen invalid.
    if (isAsked.current) return
    isAsked.current = true
    void start({})
  }, [start])
  if (codes) return <RecoveryCodes codes={codes} onDone={() => onClose(true)} />
  if (error && !data) {
    return (
      <div className={styles.panel}>
        <FailureNote failure={error} />
        <PlainButton onClick={() => onClose(false)}>返回</PlainButton>
      </div>
    )
  }
  return data ? (
    <Confirm secret={data} onBound={setCodes} onCancel={() => onClose(false)} />
  ) : (
    <TextSkeleton lines={4} />
  )
}

const SIX_DIGITS = '请输入6位数字'
const CHECKS = { code: [required(SIX_DIGITS), pattern(/^\d{6}$/, SIX_DIGITS)] }

type ConfirmProps = {
  secret: CallOutput<'startAuthenticator'>
  onBound: (recoveryCodes: readonly string[]) => void
  onCancel: () => void
}

function Confirm({ secret, onBound, onCancel }: ConfirmProps): ReactNode {
  const confirm = useAct('confirmAuthenticator')
  const [code, setCode] = useState('')
  const [wrong, setWrong] = useState<string>()

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    const fault = validate(CHECKS, { code })
    setWrong(fault?.message)
    if (fault) return
    const done = await confirm.run({ code })
    if (done.ok) {
      toast.success('身份验证器已绑定，下次登录需要验证码')
      onBound(done.data.recoveryCodes)
    } else if (!done.error.isSilent) setWrong(done.error.message)
  }
  return (
    <form className={styles.panel} onSubmit={(event) => void submit(event)} noValidate>
      <p>用身份验证器应用扫描，或手工填入密钥：</p>
      {/* A camera needs dark on light in both colour schemes. */}
      <QRCode
        className={styles.code ?? ''}
        value={secret.otpauthUrl}
        size={168}
        color={COLORS.light.text}
        bgColor={COLORS.light.surface}
      />
      <button type="button" className={styles.secret} title="复制密钥" onClick={() => void copyText(secret.secret)}>
        {inFours(secret.secret)}
      </button>
      <a href={secret.otpauthUrl}>在本机的验证器里打开</a>
      <PlainField
        label="验证器显示的6位数字"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        value={code}
        wrong={wrong}
        onChange={(event) => {
          setCode(event.target.value.replace(/\D/g, ''))
          setWrong(undefined)
        }}
      />
      <div className={styles.buttons}>
        <PlainButton onClick={onCancel}>取消</PlainButton>
        <PlainButton main type="submit" disabled={confirm.isPending}>
          绑定
        </PlainButton>
      </div>
    </form>
  )
}
