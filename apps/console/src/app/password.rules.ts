import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '@huoqiao/contract/specification'
import { firstFailure } from '../lib/validate.rules.ts'
import { lengthBetween, required } from '../lib/validate.rules.ts'

export const EMPTY_PASSWORDS = { oldPassword: '', newPassword: '', confirmation: '' }
export type Passwords = typeof EMPTY_PASSWORDS

const length = lengthBetween(
  PASSWORD_MIN_LENGTH,
  PASSWORD_MAX_LENGTH,
  `密码长度必须在${PASSWORD_MIN_LENGTH}到${PASSWORD_MAX_LENGTH}位之间`,
)

/** The first thing that is wrong with a change of password (specification, section 5), or undefined. */
export function passwordFault(typed: Passwords): { field: keyof Passwords; message: string } | undefined {
  const same = (confirmation: string): string | undefined =>
    confirmation === typed.newPassword ? undefined : '两次输入的密码不一致'
  return firstFailure(
    {
      oldPassword: [required('请输入原密码'), length],
      newPassword: [required('请输入新密码'), length],
      confirmation: [required('请再次输入新密码'), length, same],
    },
    typed,
  )
}
