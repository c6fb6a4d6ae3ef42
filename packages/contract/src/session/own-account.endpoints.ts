import * as z from '../zod.ts'
import { defineEndpoints } from '../endpoint.ts'
import { bulkOutcome, id } from '../wire.ts'
import { loginLogEntry, onlineSession } from './session-admin.endpoints.ts'
import { passwordDigest } from './session.schema.ts'

/** What a person can see and do about their own account: second factor, logins, sessions. */
export const ownAccountEndpoints = defineEndpoints({
  /** First step of binding an authenticator app (TOTP, RFC 6238): returns the secret, once, and its otpauth address. */
  startAuthenticator: {
    feature: 'session',
    method: 'POST',
    path: '/admin/login/startAuthenticator',
    mode: 'postjson',
    right: 'session',
    beforeAuthenticator: true,
    title: '开始绑定身份验证器',
    logged: true,
    object: 'account',
    input: z.object({}),
    output: z.object({ secret: z.string(), otpauthUrl: z.string() }),
    refusals: ['state-not-allowed'],
    lists: [],
  },
  confirmAuthenticator: {
    feature: 'session',
    method: 'POST',
    path: '/admin/login/confirmAuthenticator',
    mode: 'postjson',
    right: 'session',
    beforeAuthenticator: true,
    title: '确认绑定身份验证器',
    logged: true,
    object: 'account',
    labels: { code: '验证码', authenticator: '身份验证器' },
    input: z.object({ code: z.string().regex(/^\d{6}$/, '应为6位数字') }),
    /** ten codes, returned only here: each can be used once instead of the app's code */
    output: z.object({ recoveryCodes: z.array(z.string()) }),
    refusals: ['code-wrong', 'state-not-allowed', 'too-many'],
    lists: ['session', 'accounts'],
  },
  /** Replaces all codes with ten new ones. Requires the password, so that nobody can do it on a screen left open. */
  renewRecoveryCodes: {
    feature: 'session',
    method: 'POST',
    path: '/admin/login/renewRecoveryCodes',
    mode: 'postjson',
    right: 'session',
    title: '重新生成恢复码',
    logged: true,
    object: 'account',
    labels: { userPassword: '密码', recoveryCodes: '恢复码' },
    input: z.object({ userPassword: passwordDigest }),
    output: z.object({ recoveryCodes: z.array(z.string()) }),
    refusals: ['old-password-wrong', 'state-not-allowed', 'too-many'],
    lists: ['session'],
  },
  queryOwnSecurity: {
    feature: 'session',
    method: 'GET',
    path: '/admin/login/queryOwnSecurity',
    mode: 'get',
    right: 'session',
    title: '查询自己的账号安全',
    logged: false,
    input: z.object({}),
    output: z.object({
      hasAuthenticator: z.boolean(),
      /** roles that require the authenticator */
      demandedBy: z.array(z.string()),
      recoveryCodesLeft: z.int(),
      /** the person's current sessions, most recently used first */
      sessions: z.array(onlineSession),
      /** the latest logins and failed attempts for this account name, newest first */
      logins: z.array(loginLogEntry),
    }),
    refusals: [],
    lists: ['session', 'sessions'],
  },
  /** 踢下线 for one's own sessions on other devices. */
  endOwnSessions: {
    feature: 'session',
    method: 'POST',
    path: '/admin/login/endOwnSessions',
    mode: 'postjson',
    right: 'session',
    title: '踢下线自己的其他登录',
    logged: true,
    object: 'session',
    input: z.object({ ids: z.array(id).min(1).max(200) }),
    output: bulkOutcome,
    refusals: [],
    lists: ['sessions'],
  },
})
