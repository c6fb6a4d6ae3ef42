import * as z from '../zod.ts'
import { defineEndpoints } from '../endpoint.ts'
import { bulkOutcome, can, formInt, id, instant, pageInput, pageOf, text } from '../wire.ts'
import { LOGIN_OUTCOMES } from './session.status.ts'
import type { LoginOutcome } from './session.status.ts'

const loginOutcome = z.enum(Object.keys(LOGIN_OUTCOMES) as [LoginOutcome, ...LoginOutcome[]])

/** A current session. */
export const onlineSession = z.object({
  id,
  accountId: id,
  userAccount: z.string(),
  name: z.string(),
  ip: z.string(),
  device: z.string(),
  loginAt: instant,
  lastSeenAt: instant,
  mine: z.boolean(),
  can,
})
export type OnlineSession = z.infer<typeof onlineSession>

export const loginLogEntry = z.object({
  id,
  at: instant,
  userAccount: z.string(),
  ip: z.string(),
  device: z.string(),
  outcome: loginOutcome,
  message: z.string(),
})
export type LoginLogEntry = z.infer<typeof loginLogEntry>

const loginFilter = {
  keyword: text(64).optional(),
  outcome: loginOutcome.optional(),
  from: formInt(0, 9_999_999_999_999).optional(),
  to: formInt(0, 9_999_999_999_999).optional(),
}

export const sessionAdminEndpoints = defineEndpoints({
  queryOnlineSessions: {
    feature: 'session',
    method: 'GET',
    path: '/admin/session/queryOnlineSessions',
    mode: 'get',
    right: 'granted',
    title: '查询在线用户',
    logged: false,
    input: z.object({ keyword: text(64).optional(), ...pageInput }),
    output: pageOf(onlineSession),
    refusals: [],
    lists: ['sessions'],
  },
  /** 踢下线: ends the session at its next call. */
  endSessions: {
    feature: 'session',
    method: 'POST',
    path: '/admin/session/endSessions',
    mode: 'postjson',
    right: 'granted',
    title: '踢下线',
    logged: true,
    object: 'session',
    input: z.object({ ids: z.array(id).min(1).max(200) }),
    output: bulkOutcome,
    refusals: [],
    lists: ['sessions'],
  },
  queryLoginLog: {
    feature: 'session',
    method: 'GET',
    path: '/admin/loginLog/queryLoginLog',
    mode: 'get',
    right: 'granted',
    title: '查询登录日志',
    logged: false,
    object: 'session',
    input: z.object({ ...loginFilter, ...pageInput }),
    output: pageOf(loginLogEntry),
    refusals: [],
    lists: ['sessions'],
  },
  /** The rows of a search as CSV text; at most ten thousand lines. */
  exportLoginLog: {
    feature: 'session',
    method: 'GET',
    path: '/admin/loginLog/exportLoginLog',
    mode: 'get',
    right: 'granted',
    title: '导出登录日志',
    logged: true,
    object: 'log',
    labels: { outcome: '结果' },
    input: z.object(loginFilter),
    output: z.object({
      fileName: z.string(),
      csv: z.string(),
      rows: z.int(),
      /** there were more lines than it contains */
      capped: z.boolean(),
    }),
    refusals: [],
    lists: [],
  },
})
