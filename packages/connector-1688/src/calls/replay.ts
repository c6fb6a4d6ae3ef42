import { toPushMessage } from '../mapping/push.mapping.ts'
import type { CursorMessagesInput, PushMessage, ReplayMessagesInput, ReplayPage } from '../push-message.ts'
import type { CallOptions, Transport } from '../transport.ts'
import { longOf } from '../wire/big-json.ts'
import type { CallDescriptor } from '../wire/call-descriptor.ts'
import { at, count, isRecord, list, record } from '../wire/field.ts'
import { dateOf } from './read-orders.ts'

/** Messages belong to the app, and the token is optional (reference 5.4), so an invalid account does not prevent reading them. */
const QUERY: CallDescriptor = {
  namespace: 'cn.alibaba.open',
  name: 'push.query.messageList',
  safe: true,
  token: false,
  answer: {
    success: ['success'],
    code: ['errorCode'],
    message: ['errorMessage', 'errorMsg'],
    error: ['errorCode', 'errorMessage', 'errorMsg'],
    payload: 'pushMessagePage',
    shape: ['pushMessagePage'],
  },
}

/** Reading confirms the messages, so a lost answer loses them: never repeated automatically. */
const CURSOR: CallDescriptor = {
  ...QUERY,
  name: 'push.cursor.messageList',
  safe: false,
  // Every answer without an error is accepted, because "no more" may be a missing list.
  answer: { ...QUERY.answer, payload: 'pushMessageList', shape: [''] },
}

const CONFIRM: CallDescriptor = {
  ...QUERY,
  name: 'push.message.confirm',
  answer: { ...QUERY.answer, success: ['isSuccess', 'success'], payload: '', shape: [] },
}

/** Messages of a time window (reference 5.4). Throws RemoteFailure. */
export async function replayMessages(
  transport: Transport,
  input: ReplayMessagesInput,
  options?: CallOptions,
): Promise<ReplayPage> {
  const page = Math.max(1, Math.trunc(input.page ?? 1))
  const params = { ...windowOf(input), page, pageSize: sizeOf(input.pageSize) }
  const { payload } = await transport.call(QUERY, params, options)
  return { page, total: count(record(payload)['totalCount']), messages: messagesOf(payload) }
}

/** Reads and thereby confirms the oldest unconfirmed messages (reference 5.4). Throws RemoteFailure. */
export async function cursorMessages(
  transport: Transport,
  input: CursorMessagesInput,
  options?: CallOptions,
): Promise<PushMessage[]> {
  const { payload } = await transport.call(CURSOR, { ...windowOf(input), quantity: sizeOf(input.quantity) }, options)
  return messagesOf(payload)
}

/** Confirms messages, so that 1688 does not send them again (reference 5.4). Throws RemoteFailure. */
export async function confirmMessages(
  transport: Transport,
  msgIds: readonly string[],
  options?: CallOptions,
): Promise<void> {
  if (msgIds.length > 0) await transport.call(CONFIRM, { msgIdList: msgIds.map(longOf) }, options)
}

const windowOf = (input: CursorMessagesInput) => ({
  createStartTime: dateOf(input.from),
  createEndTime: dateOf(input.to),
  type: input.topic,
  userInfo: input.userInfo,
})

/** 20 to 200 (reference 5.4). */
const sizeOf = (asked: number | undefined): number => Math.min(200, Math.max(20, Math.trunc(asked ?? 200)))

function messagesOf(payload: unknown): PushMessage[] {
  const rows = isRecord(payload) ? (at(payload, 'datas') ?? at(payload, 'pushMessageList')) : payload
  return list(rows).flatMap((row) => toPushMessage(row) ?? [])
}
