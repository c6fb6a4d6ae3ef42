import { LOGIN_FIELDS } from '@huoqiao/contract/session/session.fields'
import { fieldCsv } from '../../platform/field-sheet.ts'
import type { LoginRow } from './session-admin.store.ts'
import { deviceOf } from './session.rules.ts'

export const loginCsv = fieldCsv<LoginRow, typeof LOGIN_FIELDS>(LOGIN_FIELDS, {
  at: 'plain',
  userAccount: 'plain',
  outcome: 'plain',
  message: 'plain',
  ip: 'plain',
  device: ({ userAgent }) => deviceOf(userAgent),
})
