import { PASSWORD_INPUT_MAX_LENGTH } from '@huoqiao/contract/specification'
import type { FormEvent, ReactNode } from 'react'
import { useRef, useState } from 'react'
import { call, toast } from '../../lib/client.ts'
import { passwordDigest } from '../../lib/digest.ts'
import { validate } from '../../lib/validate.ts'
import { isCallError } from '../../lib/call-error.ts'
import { PlainButton, PlainField } from '../../ui/plain-field.tsx'
import { EMPTY_PASSWORDS, passwordChecks } from '../password.rules.ts'
import styles from './sidebar.module.css'

type PasswordFormProps = { onDone: () => void; onCancel?: () => void }

/** The form to change one's own password (specification, section 5). On success it shows a toast, clears itself and closes. */
export default function PasswordForm({ onDone, onCancel }: PasswordFormProps): ReactNode {
  const [typed, setTyped] = useState(EMPTY_PASSWORDS)
  const [wrong, setWrong] = useState<{ field: keyof typeof EMPTY_PASSWORDS; message: string }>()
  // A ref beside the state: the second of two clicks in one frame sees it too.
  const isUnderway = useRef(false)
  const [isBusy, setBusy] = useState(false)

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    const fault = validate(passwordChecks(typed), typed)
    setWrong(fault)
    if (fault) return
    if (isUnderway.current) return
    isUnderway.current = true
    setBusy(true)
    try {
      await call('safe_updatePassword', {
        oldUserPassword: passwordDigest(typed.oldPassword),
        userPassword: passwordDigest(typed.newPassword),
      })
      toast.success('密码修改成功')
      setTyped(EMPTY_PASSWORDS)
      onDone()
    } catch (error) {
      if (!isCallError(error)) throw error
    } finally {
      isUnderway.current = false
      setBusy(false)
    }
  }
  const field = (name: keyof typeof EMPTY_PASSWORDS, label: string, autoComplete: string): ReactNode => (
    <PlainField
      label={label}
      name={name}
      type="password"
      autoComplete={autoComplete}
      maxLength={PASSWORD_INPUT_MAX_LENGTH}
      value={typed[name]}
      wrong={wrong?.field === name ? wrong.message : undefined}
      onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
    />
  )
  return (
    <form className={styles.passwordForm} onSubmit={(event) => void submit(event)} noValidate>
      {field('oldPassword', '原密码', 'current-password')}
      {field('newPassword', '新密码', 'new-password')}
      {field('confirmation', '确认新密码', 'new-password')}
      <div className={styles.popoverButtons}>
        {onCancel ? <PlainButton onClick={onCancel}>取消</PlainButton> : null}
        <PlainButton main type="submit" disabled={isBusy}>
          {isBusy ? '正在提交…' : '确定'}
        </PlainButton>
      </div>
    </form>
  )
}
