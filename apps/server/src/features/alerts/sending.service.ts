import type { RemoteObserver } from '@huoqiao/connector-kit'
import type { AlertItem, AlertMessage } from '@huoqiao/contract/alerts/alerts.schema'
import { trimEnd } from '@huoqiao/kit'
import type { Db, Tx } from '../../db/db.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { Call } from '../../platform/call.ts'
import type { Clock } from '../../platform/clock.ts'
import type { NewId } from '../../platform/ids.ts'
import { MESSAGE_CHARS } from '../../platform/message-length.ts'
import type { Outward } from '../../platform/outward.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { NoticesService } from '../notices/index.ts'
import type { SystemConfigService } from '../system-config/index.ts'
import { fitting, textOf } from './alert-text.rules.ts'
import { sendAlerts } from './alerts.jobs.ts'
import { highest, PER_MINUTE, pauseAfter, TEXT_BYTES, titleOf } from './alerts.rules.ts'
import { messageView } from './alerts.view.ts'
import type { ChannelsService } from './channels.service.ts'
import { lockChannels } from './channels.store.ts'
import type { ChannelRow } from './channels.store.ts'
import { deliver } from './delivery.ts'
import type { Delivery } from './delivery.types.ts'
import {
  countLastMinute,
  countSending,
  findDueChannels,
  findDueItems,
  findDueRetry,
  insertSending,
  markAbandoned,
  markSending,
  noteOutcome,
  putIntoMessage,
  removeWaitingItems,
} from './messages.store.ts'
import type { MessageRow } from './messages.store.ts'

const MOST_ITEMS = 50
const ABANDONED = '发送时程序中断了，不知道消息有没有送到。到群里或收件箱看一眼，没有收到时按“重新发送”'

type Deps = {
  db: Db
  clock: Clock
  newId: NewId
  jobs: Pick<Jobs, 'enqueue'>
  out: Outward
  remotes: RemoteObserver
  config: Pick<SystemConfigService, 'setting'>
  notices: Pick<NoticesService, 'tell'>
  channels: Pick<ChannelsService, 'destinationOf'>
}

type Taken = { channel: ChannelRow; message: MessageRow; origin: string }

/**
 * Sends messages at most once: a message is stored as being sent before it is sent, and one whose sender is gone is never sent again
 * automatically, because robots and mail servers do not recognise a repetition.
 */
export function sendingService(deps: Deps) {
  const { db, clock, jobs } = deps
  const later = (ms: number): Date => new Date(clock.now() + ms)
  const originOf = async (tx: Tx): Promise<string> =>
    trimEnd(await deps.config.setting(tx, 'alerts.consoleOrigin'), '/')

  /** A message that may be sent through the channel now, marked as being sent; undefined: none. */
  async function take(channelId: string): Promise<Taken | undefined> {
    return db.transaction(async (tx) => {
      const [channel] = await lockChannels(tx, [channelId])
      if (channel === undefined) return undefined
      if (!channel.enabled) {
        await removeWaitingItems(tx, channelId)
        return undefined
      }
      for (const message of await markAbandoned(tx, channelId, ABANDONED)) await report(tx, message)
      // One message at a time, so that they arrive in order; its sender continues with the next one.
      if ((await countSending(tx, channelId)) > 0) return undefined
      const retry = await findDueRetry(tx, channelId, later(0))
      const items = retry === undefined ? await findDueItems(tx, channelId, later(0), MOST_ITEMS) : []
      if (retry === undefined && items.length === 0) return undefined
      // Over the rate limit: `send-due-alerts` sends the rest later, grouped into fewer messages.
      if ((await countLastMinute(tx, channelId)) >= PER_MINUTE[channel.kind]) return undefined
      const origin = await originOf(tx)
      if (retry !== undefined) return { channel, origin, message: await markSending(tx, retry, later(0)) }
      const contents = items.map(({ noticeId, content }) => ({ noticeId, ...content }))
      const count = fitting(contents, origin, TEXT_BYTES[channel.kind])
      const message = await insertSending(tx, { ...newMessage(channel, contents.slice(0, count)), isTest: false })
      await putIntoMessage(
        tx,
        channelId,
        items.slice(0, count).map(({ noticeId }) => noticeId),
        message.id,
      )
      return { channel, origin, message }
    })
  }

  const newMessage = (channel: ChannelRow, items: AlertItem[]) => ({
    id: deps.newId(),
    channelId: channel.id,
    channelName: channel.name,
    channelKind: channel.kind,
    level: highest(items.map(({ level }) => level)),
    title: titleOf(items),
    items,
    createdAt: later(0),
    updatedAt: later(0),
  })

  const give = ({ channel, message, origin }: Taken): Promise<Delivery> =>
    deliver({ ...deps, fetch: deps.out.to.alerts }, deps.channels.destinationOf(channel), {
      id: message.id,
      isTest: message.isTest,
      title: message.title,
      text: textOf(message.items, origin, TEXT_BYTES[channel.kind], message.isTest),
      items: message.items,
      origin,
      createdAt: message.createdAt.getTime(),
    })

  /** Writes the outcome; undefined: the message was sent again meanwhile. */
  function note({ message }: Taken, delivery: Delivery): Promise<MessageRow | undefined> {
    return db.transaction(async (tx) => {
      const row = await noteOutcome(tx, message, outcomeOf(message, delivery))
      if (row && (row.state === 'failed' || row.state === 'unknown') && !row.isTest) await report(tx, row)
      if (row?.nextAt && row.channelId)
        await jobs.enqueue(tx, sendAlerts, { channelId: row.channelId }, { startAfter: row.nextAt })
      return row
    })
  }

  function outcomeOf(message: MessageRow, delivery: Delivery) {
    const none = { reason: '', answer: delivery.answer ?? '', nextAt: null, sentAt: null, updatedAt: later(0) }
    if (delivery.result === 'sent') return { ...none, state: 'sent' as const, sentAt: later(0) }
    const reason = `${delivery.why}。${delivery.next}`.slice(0, MESSAGE_CHARS)
    if (delivery.result === 'unknown') return { ...none, state: 'unknown' as const, reason }
    const pause = message.isTest || delivery.result === 'refused' ? undefined : pauseAfter(message.attempts)
    if (pause === undefined) return { ...none, state: 'failed' as const, reason }
    const againMs = delivery.result === 'not-sent' ? (delivery.againMs ?? 0) : 0
    return { ...none, state: 'retrying' as const, reason, nextAt: later(Math.max(pause, againMs)) }
  }

  const report = async (tx: Tx, message: MessageRow): Promise<void> => {
    if (message.channelId === null) return
    await deps.notices.tell(tx, {
      kind: 'alert-failed',
      about: message.channelId,
      text: `渠道“${message.channelName}”：${message.reason}`.slice(0, MESSAGE_CHARS),
      to: '/system/alerts?tab=messages',
    })
  }

  return {
    /** Sends one message; other due messages are sent by further jobs. */
    async send(channelId: string): Promise<void> {
      const taken = await take(channelId)
      if (taken === undefined) return
      await note(taken, await give(taken))
      await jobs.enqueue(db.handle, sendAlerts, { channelId })
    },

    async sendDue(): Promise<void> {
      for (const channelId of await findDueChannels(db.handle, later(0)))
        await jobs.enqueue(db.handle, sendAlerts, { channelId })
    },

    /** For a person who waits for the answer. Also sent through a channel that is switched off. */
    async sendTestAlert(call: Call, { id }: { id: string }): Promise<AlertMessage> {
      const taken = await db.transaction(async (tx): Promise<Taken> => {
        const [channel] = await lockChannels(tx, [id])
        if (channel === undefined) throw new Refusal('not-found')
        call.notes.object('alert-channel', channel.id, channel.name)
        if ((await countLastMinute(tx, id)) >= PER_MINUTE[channel.kind])
          throw new Refusal('too-many', { why: '这个渠道一分钟内已发了很多条，再发会被对方限制' })
        const item: AlertItem = {
          noticeId: deps.newId(),
          kind: 'alert-failed',
          level: 'info',
          title: '测试告警',
          text: `渠道“${channel.name}”可以收到货桥的告警（${call.actor.name} 发送）`,
          to: '/system/alerts',
          at: clock.now(),
        }
        const message = await insertSending(tx, { ...newMessage(channel, [item]), isTest: true })
        return { channel, message, origin: await originOf(tx) }
      })
      const delivery = await give(taken)
      const row = await note(taken, delivery)
      if (delivery.result !== 'sent')
        throw new Refusal('alert-failed', {
          why: delivery.why,
          next: [{ label: delivery.next }],
          ...(delivery.answer
            ? { exchange: { request: `${taken.channel.kind} ${taken.channel.place}`, response: delivery.answer } }
            : {}),
        })
      return messageView(row ?? taken.message)
    },
  }
}

export type SendingService = ReturnType<typeof sendingService>
