import { firstFailure } from '../lib/validate.rules.ts'
import { lengthBetween, required } from '../lib/validate.rules.ts'

export const EMPTY_PASSWORDS = { oldPassword: '', newPassword: '', confirmation: '' }
export type Passwords = typeof EMPTY_PASSWORDS

/** The inputs stop at 16, while 18 is still a right length: both rules stand (decisions, section 1). */
export const MAX_INPUT = 16
const length = lengthBetween(6, 18, '密码长度必须在6到18位之间')

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
