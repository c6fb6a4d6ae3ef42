import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '@huoqiao/contract/specification'
import type { Check } from '../lib/validate.rules.ts'
import { entered, lengthBetween } from '../lib/validate.rules.ts'

export const EMPTY_PASSWORDS = { oldPassword: '', newPassword: '', confirmation: '' }
export type Passwords = typeof EMPTY_PASSWORDS

const length = lengthBetween(
  PASSWORD_MIN_LENGTH,
  PASSWORD_MAX_LENGTH,
  `密码长度必须在${PASSWORD_MIN_LENGTH}到${PASSWORD_MAX_LENGTH}位之间`,
)

/** The rules for a new password (specification, section 5), field by field. */
export function passwordChecks(typed: Passwords): Readonly<Record<keyof Passwords, readonly Check[]>> {
  const same = (confirmation: string): string | undefined =>
    confirmation === typed.newPassword ? undefined : '两次输入的密码不一致'
  return {
    oldPassword: [entered('请输入原密码'), length],
    newPassword: [entered('请输入新密码'), length],
    confirmation: [entered('请再次输入新密码'), length, same],
  }
}
