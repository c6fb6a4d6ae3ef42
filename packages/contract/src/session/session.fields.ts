import type { FieldsOf } from '../fields.ts'
import { CAN, ID } from '../fields.ts'
import type { LoginLogEntry, OnlineSession } from './session-admin.endpoints.ts'
import { LOGIN_OUTCOMES } from './session.status.ts'

const IP = { label: '来源', format: 'text' } as const
const DEVICE = { label: '设备', format: 'text' } as const
const USER_ACCOUNT = { label: '登录账号', format: 'text' } as const

export const SESSION_FIELDS = {
  id: ID,
  accountId: { label: '账号', format: 'reference' },
  userAccount: USER_ACCOUNT,
  name: { label: '姓名', format: 'text' },
  loginAt: { label: '登录时间', format: 'time' },
  lastSeenAt: { label: '最近操作', format: 'time' },
  ip: IP,
  device: DEVICE,
  mine: { label: '本机', format: 'yes-no' },
  can: CAN,
} satisfies FieldsOf<OnlineSession>

export const LOGIN_FIELDS = {
  id: ID,
  at: { label: '时间', format: 'time' },
  userAccount: USER_ACCOUNT,
  outcome: { label: '结果', format: 'choice', choices: LOGIN_OUTCOMES },
  message: { label: '说明', format: 'text' },
  ip: IP,
  device: DEVICE,
} satisfies FieldsOf<LoginLogEntry>
