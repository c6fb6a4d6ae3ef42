import type { Api, Params, Platform } from '../api.ts'
import { readIdList } from '../param-reading.ts'
import { rawJson } from '../wire-json.ts'
import type { PushMessage } from './pushes.ts'
import { answered, pageNumber, refused, within } from './trade.answers.ts'

/** Minimum and maximum number of messages in one answer (reference 5.4). */
const FEWEST = 20
const MOST = 200

/** A message as the replay returns it: `data` an object, ids as bare numbers. */
const replayed = (message: PushMessage) => ({
  gmtBorn: message.gmtBorn,
  topicGroup: message.type.split('_')[0],
  data: rawJson(message.dataText),
  msgId: message.msgId,
  type: message.type,
  userInfo: message.userInfo,
  appKey: message.appKey,
  topicName: message.type,
})

function waiting(platform: Platform, appKey: string, params: Params): PushMessage[] {
  return platform.trade.pushes
    .unacknowledged(appKey)
    .filter(
      (message) =>
        within(message.gmtBorn, params['createStartTime'], params['createEndTime']) &&
        (!params['type'] || message.type === params['type']) &&
        (!params['userInfo'] || message.userInfo === params['userInfo']),
    )
}

const pushApi = (name: string, required: readonly string[], work: Api['work']): Api => ({
  namespace: 'cn.alibaba.open',
  name,
  token: 'optional',
  grant: false,
  required,
  work,
})

/** Pages of unacknowledged messages. Reading does not confirm them; confirming shifts the pages. */
const queryList = pushApi('push.query.messageList', [], (platform, params, { appKey }) => {
  const found = waiting(platform, appKey, params)
  const size = Math.max(FEWEST, pageNumber(params['pageSize'], FEWEST, MOST))
  const page = pageNumber(params['page'], 1, 1_000_000)
  return answered({
    pushMessagePage: { datas: found.slice((page - 1) * size, page * size).map(replayed), totalCount: found.length },
  })
})

/** The oldest unacknowledged messages. Reading confirms them, so a lost answer loses them. */
const cursorList = pushApi('push.cursor.messageList', [], (platform, params, { appKey }) => {
  const quantity = Math.max(FEWEST, pageNumber(params['quantity'], FEWEST, MOST))
  const taken = waiting(platform, appKey, params).slice(0, quantity)
  const body = { pushMessageList: taken.map(replayed) }
  for (const message of taken) platform.trade.pushes.confirm(String(message.msgId))
  return answered(body, taken.length > 0 ? `${taken.length} messages confirmed by reading` : undefined)
})

const confirm = pushApi('push.message.confirm', ['msgIdList'], (platform, params) => {
  const ids = readIdList(params['msgIdList']!)
  if (!ids) return refused('400', { isSuccess: false })
  const known = ids.filter((id) => platform.trade.pushes.confirm(id))
  return answered({ isSuccess: true }, `${known.length} messages confirmed`)
})

export const PUSH_CALLS: readonly Api[] = [queryList, cursorList, confirm]
