import type { CollectedOffer } from '@huoqiao/contract/collection/collector.schema'
import { dequeue, enqueue, queued } from './queue.ts'
import { send } from './send.ts'
import type { Sent } from './send.ts'
import { readSettings } from './settings.ts'
import { NO_SETTINGS, away } from './report.ts'
import type { Report } from './report.ts'

const ALARM = 'send'
/** The shortest period of an alarm that browsers allow. */
const RETRY_MINUTES = 0.5

/** Sends the queued offers, one at a time. `late` is called with the app's answer to an offer for which no page waits any more. */
export function openDelivery(late: (report: Report) => void) {
  /** The offers for which a page waits, by key: the app's answer, or undefined before it arrives. */
  const awaited = new Map<string, Report | undefined>()
  let underWay: Promise<Report | undefined> | undefined

  /** Returns why it stopped; undefined: the queue is empty. */
  const run = async (): Promise<Report | undefined> => {
    for (let [next] = await queued(); next !== undefined; [next] = await queued()) {
      const settings = await readSettings()
      if (!settings) return NO_SETTINGS
      const sent = await send(settings, [next.offer])
      if (sent.kind === 'away') return away((await queued()).length)
      if (sent.kind === 'held') return sent.report
      await dequeue(next)
      const report = reportOf(sent, next.offer)
      if (awaited.has(next.key)) awaited.set(next.key, report)
      else late(report)
    }
    return undefined
  }

  /** Only one run at a time: two would send the same offer twice. */
  const sendAll = async (): Promise<Report | undefined> => {
    underWay ??= run().finally(() => {
      underWay = undefined
    })
    const stopped = await underWay
    await showWaiting()
    return stopped
  }

  const showWaiting = async (): Promise<void> => {
    const waiting = (await queued()).length
    await chrome.action.setBadgeText({ text: waiting === 0 ? '' : String(waiting) })
    if (waiting > 0) await chrome.alarms.create(ALARM, { periodInMinutes: RETRY_MINUTES })
    else await chrome.alarms.clear(ALARM)
  }

  return {
    sendAll,
    isOwnAlarm: (name: string): boolean => name === ALARM,
    /** Queues the offer and sends the queue. Returns the app's answer to this offer, or why it still waits. */
    async deliver(offer: CollectedOffer): Promise<Report> {
      if (!(await readSettings())) return NO_SETTINGS
      const mine = await enqueue(offer)
      awaited.set(mine.key, undefined)
      try {
        // A run that was already under way may have read the queue before this offer was in it: then a second run is needed.
        for (let tries = 0; tries < 2; tries++) {
          const stopped = await sendAll()
          const answer = awaited.get(mine.key)
          if (answer) return answer
          if (stopped) return stopped
        }
        return away((await queued()).length)
      } finally {
        awaited.delete(mine.key)
      }
    },
  }
}

function reportOf(sent: Extract<Sent, { kind: 'taken' | 'refused' }>, offer: CollectedOffer): Report {
  if (sent.kind === 'refused') return { ...sent.report, text: `${shortTitle(offer)}：${sent.report.text}` }
  const [line] = sent.answer.lines
  const isRefused = line?.outcome === 'refused'
  return { tone: isRefused ? 'failed' : 'done', text: `${shortTitle(offer)}：${line?.message ?? '已收下'}` }
}

const TITLE_CHARS = 18
const shortTitle = ({ title }: CollectedOffer): string =>
  title.length > TITLE_CHARS ? `${title.slice(0, TITLE_CHARS)}…` : title
