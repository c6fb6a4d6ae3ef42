import * as z from '../zod.ts'
import { defineEndpoints } from '../endpoint.ts'
import { bulkOutcome, can, formInt, id, instant, pageInput, pageOf, stateCounts, text } from '../wire.ts'
import { INBOX_STATES } from './inbox.status.ts'
import type { InboxState } from './inbox.status.ts'

const base = '/api/inbox'
const when = formInt(0, 9_999_999_999_999).optional()

export const inboxState = z.enum(Object.keys(INBOX_STATES) as [InboxState, ...InboxState[]])
export const inboxSource = z.enum(['shopify', '1688'])

export const inboxMessage = z.object({
  id,
  source: inboxSource,
  /** the store or the 1688 account that received it */
  ownerId: id,
  ownerName: z.string(),
  topic: z.string(),
  eventId: z.string(),
  /** the vendor's id of its object: an order number, an offer id */
  about: z.string().nullable(),
  state: inboxState,
  attempts: z.int(),
  /** how often the same event was delivered again */
  repeats: z.int(),
  /** the outcome, or why it failed */
  message: z.string(),
  triggeredAt: instant.nullable(),
  receivedAt: instant,
  handledAt: instant.nullable(),
  /** the next automatic try; null: not tried yet, or finished */
  nextAt: instant.nullable(),
  can,
})
export type InboxMessage = z.infer<typeof inboxMessage>

export const inboxFilter = z.object({
  state: inboxState.optional(),
  source: inboxSource.optional(),
  ownerId: id.optional(),
  topic: text(100).optional(),
  /** exact event id or object id */
  keyword: text(100).optional(),
  from: when,
  to: when,
})
export type InboxFilter = z.infer<typeof inboxFilter>

export const inboxEndpoints = defineEndpoints({
  queryInbox: {
    feature: 'inbox',
    method: 'GET',
    path: `${base}/queryInbox`,
    mode: 'get',
    right: 'granted',
    title: '查询消息收件箱',
    logged: false,
    object: 'inbox-message',
    labels: { ownerId: '店铺或账号' },
    input: inboxFilter.extend(pageInput),
    output: pageOf(inboxMessage),
    refusals: [],
    lists: ['inbox'],
  },
  /** Checks whether the address for messages leads to this installation: requests it once from this server, as a vendor would. */
  checkPushAddress: {
    feature: 'inbox',
    method: 'POST',
    path: `${base}/checkPushAddress`,
    mode: 'postjson',
    right: 'granted',
    title: '检查接收推送的地址',
    logged: false,
    input: z.object({}),
    output: z.object({
      /** the address that 1688 and the shops send messages to; null: none is set */
      origin: z.string().nullable(),
      ok: z.boolean(),
      found: z.string(),
    }),
    refusals: [],
    lists: [],
  },
  getInboxCountByState: {
    feature: 'inbox',
    method: 'GET',
    path: `${base}/getInboxCountByState`,
    mode: 'get',
    right: 'granted',
    title: '收件箱状态数量',
    logged: false,
    object: 'inbox-message',
    labels: { ownerId: '店铺或账号' },
    input: inboxFilter.omit({ state: true }),
    output: stateCounts(inboxState),
    refusals: [],
    lists: ['inbox'],
  },
  /** One complete message. Its body contains personal data: hidden for callers without the right to see customers. */
  getInboxMessage: {
    feature: 'inbox',
    method: 'GET',
    path: `${base}/getInboxMessage`,
    mode: 'get',
    right: 'granted',
    title: '消息详情',
    logged: false,
    input: z.object({ id }),
    output: inboxMessage.extend({
      headers: z.record(z.string(), z.string()),
      /** null: hidden from the caller */
      body: z.string().nullable(),
    }),
    refusals: ['not-found'],
    lists: ['inbox'],
  },
  /** Handles messages again, whatever their outcome was; handling is repeatable. */
  replayInbox: {
    feature: 'inbox',
    method: 'POST',
    path: `${base}/replayInbox`,
    mode: 'postjson',
    right: 'granted',
    title: '重放消息',
    logged: true,
    object: 'inbox-message',
    labels: { replayed: '重放' },
    input: z.object({
      ids: z.array(id).max(500).default([]),
      /** instead of ids: all failed messages that match, at most 10,000 */
      filter: inboxFilter.omit({ state: true }).optional(),
    }),
    output: bulkOutcome,
    refusals: ['invalid'],
    lists: ['inbox', 'orders'],
  },
})
