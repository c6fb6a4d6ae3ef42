import type { SimCore } from '../../../core.ts'
import { openAlarms } from '../../../core/clock.alarms.ts'
import type { AlarmRow } from '../../../core/clock.alarms.ts'
import { ACCOUNT } from '../buyers.ts'
import type { BuyerAccount } from '../buyers.ts'
import { signatureOf } from '../signature.ts'
import { rawJson, wireJson } from '../wire-json.ts'
import type { TradeQuirks } from './trade.quirks.ts'

/** Where an app receives its messages; `topics` null means all. */
export type PushTarget = { appKey: string; callbackUrl: string; topics: string[] | null }

export type PushAttempt = { at: number; status: number; error?: string }

export type PushMessage = {
  msgId: number
  appKey: string
  type: string
  userInfo: string
  bizKey: string | null
  gmtBorn: number
  /** The `data` object as JSON text, ids as bare numbers. */
  dataText: string
  state: 'waiting' | 'delivered' | 'failed' | 'confirmed' | 'lost'
  attempts: PushAttempt[]
}

export type PushDeps = {
  core: SimCore
  quirks: TradeQuirks
  nextMessageId(): number
  secretOf(appKey: string): string | undefined
  /** Messages about a member are sent only to the apps that the member authorized (reference 5.1). */
  authorized(appKey: string, memberId: string): boolean
}

/** Failed messages are kept about three months (reference 5.1); in all, the newest 5,000 messages are kept. */
const KEPT_MS = 90 * 86_400_000
const KEPT_MESSAGES = 5_000
const DUPLICATE_AFTER_MS = 2_000

/** The signed form of reference 5.1: the signature rule with an empty path and the single parameter `message`. */
function pushForm(message: string, secret: string): URLSearchParams {
  return new URLSearchParams({ message, _aop_signature: signatureOf('', { message }, secret) })
}

/**
 * Messages to the apps' callback addresses. `send` only writes the message and sets an alarm, so that no call waits for a receiver; the
 * messages of one app are sent one after the other. Status 200 is an acknowledgement; after any other answer the alarms try again, and then
 * the message waits in the replay queue. All of it is stored on disk.
 */
export function openPushes(deps: PushDeps) {
  const { core, quirks } = deps
  const targets = core.table<PushTarget>('1688-push-targets')
  const messages = core.table<PushMessage>('1688-messages')
  const queues = new Map<string, Promise<void>>()
  const closing = new AbortController()

  const alarms = openAlarms<{ msgId: number }>(
    core.clock,
    core.table<AlarmRow<{ msgId: number }>>('1688-push-alarms'),
    ({ msgId }) => {
      const message = messages.get(String(msgId))
      if (!message) return
      const tail = (queues.get(message.appKey) ?? Promise.resolve()).then(() => deliver(message))
      queues.set(message.appKey, tail)
    },
  )
  // Messages that were under way when the process died are sent again: a message may arrive twice, but is never lost.
  for (const message of messages.values())
    if (message.state === 'waiting' && alarms.at(String(message.msgId)) === undefined)
      alarms.set(String(message.msgId), core.clock.now(), { msgId: message.msgId })

  const deliver = async (message: PushMessage): Promise<void> => {
    const target = targets.get(message.appKey)
    const secret = deps.secretOf(message.appKey)
    if (closing.signal.aborted || messages.get(String(message.msgId)) === undefined || !target || !secret) return
    const attempt = await post(target.callbackUrl, pushForm(textOf(message), secret))
    if (closing.signal.aborted || messages.get(String(message.msgId)) === undefined) return
    message.attempts.push({ at: core.clock.now(), ...attempt })
    if (attempt.status === 200) message.state = message.state === 'confirmed' ? 'confirmed' : 'delivered'
    else if (message.state === 'waiting') retryLater(message)
    messages.put(String(message.msgId), message)
  }
  const retryLater = (message: PushMessage): void => {
    const seconds = quirks.pushRetrySeconds().split(',').map(Number)[message.attempts.length - 1]
    if (seconds === undefined || !Number.isFinite(seconds)) message.state = 'failed'
    else alarms.set(String(message.msgId), core.clock.now() + seconds * 1000, { msgId: message.msgId })
  }
  const post = async (url: string, body: URLSearchParams): Promise<{ status: number; error?: string }> => {
    try {
      const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(quirks.pushTimeoutMs())])
      const response = await fetch(url, { method: 'POST', body, redirect: 'manual', signal })
      await response.arrayBuffer()
      return { status: response.status }
    } catch (error) {
      return { status: 0, error: error instanceof Error ? error.message : String(error) }
    }
  }
  const textOf = (message: PushMessage): string =>
    wireJson({
      ...(message.bizKey === null ? {} : { bizKey: message.bizKey }),
      data: quirks.pushDataAsText() ? message.dataText : rawJson(message.dataText),
      gmtBorn: message.gmtBorn,
      msgId: message.msgId,
      type: message.type,
      userInfo: message.userInfo,
    })

  const keepRoom = (): void => {
    for (const oldest of messages.values()) {
      if (messages.size <= KEPT_MESSAGES) return
      alarms.cancel(String(oldest.msgId))
      messages.delete(String(oldest.msgId))
    }
  }
  const sendTo = (
    target: PushTarget,
    type: string,
    data: object,
    at: number,
    bizKey: string | null,
    member: BuyerAccount,
  ): void => {
    const msgId = deps.nextMessageId()
    const draw = core.random(`push:${msgId}`)
    const lost = draw() * 100 < quirks.pushLossPercent()
    const twice = draw() * 100 < quirks.pushDuplicatePercent()
    const late = Math.floor(draw() * quirks.pushDisorderSeconds() * 1000)
    messages.put(String(msgId), {
      msgId,
      appKey: target.appKey,
      type,
      userInfo: member.memberId,
      bizKey,
      gmtBorn: at,
      dataText: wireJson(data),
      state: lost ? 'lost' : 'waiting',
      attempts: [],
    })
    keepRoom()
    if (lost) return
    alarms.set(String(msgId), at + late, { msgId })
    if (twice) alarms.set(`${msgId}:again`, at + late + DUPLICATE_AFTER_MS, { msgId })
  }
  return {
    /** Sends one message of the topic to every app that has a callback address and receives the topic. */
    send: (
      type: string,
      data: object,
      at: number,
      bizKey: string | null = null,
      member: BuyerAccount = ACCOUNT,
    ): void => {
      for (const target of Array.from(targets.values()))
        if ((target.topics === null || target.topics.includes(type)) && deps.authorized(target.appKey, member.memberId))
          sendTo(target, type, data, at, bizKey, member)
    },
    targets: (): PushTarget[] => Array.from(targets.values()),
    setTarget: (target: PushTarget): void => targets.put(target.appKey, target),
    removeTarget: (appKey: string): boolean => targets.delete(appKey),
    messages: (): PushMessage[] => Array.from(messages.values()),
    /** Messages of the app whose attempts all failed, oldest first. */
    unacknowledged: (appKey: string): PushMessage[] =>
      Array.from(messages.values()).filter(
        (message) =>
          message.appKey === appKey && message.state === 'failed' && message.gmtBorn > core.clock.now() - KEPT_MS,
      ),
    confirm: (msgId: string): boolean => {
      const message = messages.get(msgId)
      if (!message) return false
      message.state = 'confirmed'
      messages.put(msgId, message)
      return true
    },
    /** Sends a known message again, in any state. False when it is unknown. */
    resend: (msgId: string): boolean => {
      const message = messages.get(msgId)
      if (!message) return false
      alarms.set(`${msgId}:again`, core.clock.now(), { msgId: message.msgId })
      return true
    },
    close: () => closing.abort(),
    reset: () => {
      alarms.clear()
      messages.clear()
      targets.clear()
    },
  }
}

export type Pushes = ReturnType<typeof openPushes>
