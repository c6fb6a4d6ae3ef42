import * as z from '../zod.ts'
import { CARD_PAGE_SIZE } from '../specification.ts'
import { defineEndpoints } from '../endpoint.ts'
import { formInt, id, instant, nothing, pageInput, pageOf, stateCounts, text, version } from '../wire.ts'
import { NOTICE_KINDS, NOTICE_LEVELS, NOTICE_READ_STATES, PERSONAL_NOTICES } from './notices.status.ts'
import type { NoticeKind, NoticeLevel, NoticeReadState, RuleKind } from './notices.status.ts'

export const ruleKind = z.enum(
  (Object.keys(NOTICE_KINDS) as NoticeKind[]).filter(
    (kind): kind is RuleKind => !(PERSONAL_NOTICES as readonly string[]).includes(kind),
  ),
)
export const noticeLevel = z.enum(Object.keys(NOTICE_LEVELS) as [NoticeLevel, ...NoticeLevel[]])
export const noticeReadState = z.enum(Object.keys(NOTICE_READ_STATES) as [NoticeReadState, ...NoticeReadState[]])
export const noticeKind = z.enum(Object.keys(NOTICE_KINDS) as [NoticeKind, ...NoticeKind[]])

/** One rule of 预警配置: whether it is on, its threshold and its severity. */
export const warningRule = z.object({
  kind: ruleKind,
  title: z.string(),
  help: z.string(),
  enabled: z.boolean(),
  /** in `unit`; null if the rule has none */
  threshold: z.number().nullable(),
  unit: z.string().nullable(),
  level: noticeLevel,
  /** sent to holders of these roles; empty: to everybody */
  roleIds: z.array(id),
  version,
})
export type WarningRule = z.infer<typeof warningRule>

export const notice = z.object({
  id,
  kind: noticeKind,
  level: noticeLevel,
  title: z.string(),
  text: z.string(),
  to: z.string().nullable(),
  count: z.int(),
  read: z.boolean(),
  at: instant,
})
export type Notice = z.infer<typeof notice>

const base = '/api/warning'

export const noticesEndpoints = defineEndpoints({
  queryWarningRules: {
    feature: 'notices',
    method: 'GET',
    path: `${base}/queryWarningRules`,
    mode: 'get',
    right: 'granted',
    title: '查询预警配置',
    logged: false,
    input: z.object({}),
    output: z.array(warningRule),
    refusals: [],
    lists: ['warnings'],
  },
  updateWarningRule: {
    feature: 'notices',
    method: 'POST',
    path: `${base}/updateWarningRule`,
    mode: 'postjson',
    right: 'granted',
    title: '修改预警配置',
    logged: true,
    object: 'warning-rule',
    input: warningRule.pick({ kind: true, enabled: true, level: true, roleIds: true, version: true }).extend({
      threshold: z.number().min(0).max(1_000_000).nullable().default(null),
    }),
    output: warningRule,
    refusals: ['not-found', 'stale'],
    lists: ['warnings'],
  },
  queryNotices: {
    feature: 'notices',
    method: 'GET',
    path: `${base}/queryNotices`,
    mode: 'get',
    right: 'session',
    title: '查询通知',
    logged: false,
    labels: { unread: '只看未读' },
    input: z.object({
      unread: z.enum(['true', 'false']).default('false'),
      kind: noticeKind.optional(),
      /** words of the title or the text */
      keyword: text(64).optional(),
      ...pageInput,
      pageSize: formInt(1, 200).default(CARD_PAGE_SIZE),
    }),
    output: pageOf(notice).extend({ unreadCount: z.int() }),
    refusals: [],
    lists: ['warnings'],
  },
  getNoticeCountByState: {
    feature: 'notices',
    method: 'GET',
    path: `${base}/getNoticeCountByState`,
    mode: 'get',
    right: 'session',
    title: '通知数量',
    logged: false,
    input: z.object({ kind: noticeKind.optional(), keyword: text(64).optional() }),
    output: stateCounts(noticeReadState),
    refusals: [],
    lists: ['warnings'],
  },
  readNotices: {
    feature: 'notices',
    method: 'POST',
    path: `${base}/readNotices`,
    mode: 'postjson',
    right: 'session',
    title: '标为已读',
    logged: false,
    labels: { all: '全部' },
    input: z.object({ ids: z.array(id).max(500).default([]), all: z.boolean().default(false) }),
    output: nothing,
    refusals: [],
    lists: ['warnings'],
  },
})
