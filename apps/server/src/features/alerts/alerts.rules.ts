import type { AlertItem } from '@huoqiao/contract/alerts/alerts.schema'
import type { ChannelKind } from '@huoqiao/contract/alerts/alerts.status'
import type { NoticeKind, NoticeLevel } from '@huoqiao/contract/notices/notices.status'
import { CHINA_OFFSET_MS } from '@huoqiao/kit'

const MINUTE_MS = 60_000
const DAY_MINUTES = 1_440
const RANK: Readonly<Record<NoticeLevel, number>> = { info: 0, attention: 1, urgent: 2 }

type Matched = { kind: NoticeKind; level: NoticeLevel; roleIds: readonly string[] }
type Matching = {
  enabled: boolean
  kinds: readonly NoticeKind[]
  level: NoticeLevel
  roleIds: readonly string[]
}

/** A notice without roles is for everybody, so also for the roles of the rule. */
export const matches = (rule: Matching, notice: Matched): boolean =>
  rule.enabled &&
  (rule.kinds.length === 0 || rule.kinds.includes(notice.kind)) &&
  RANK[notice.level] >= RANK[rule.level] &&
  (rule.roleIds.length === 0 ||
    notice.roleIds.length === 0 ||
    notice.roleIds.some((roleId) => rule.roleIds.includes(roleId)))

type QuietHours = { quietFrom: string | null; quietUntil: string | null; urgentAlways: boolean }

const minuteOf = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3))

/** The end of the quiet hours that contain the instant; undefined: it is in none. They are in UTC+8 and may pass midnight. */
export function quietEnd({ quietFrom, quietUntil }: QuietHours, nowMs: number): number | undefined {
  if (quietFrom === null || quietUntil === null) return undefined
  const [from, until] = [minuteOf(quietFrom), minuteOf(quietUntil)]
  const thisMinute = Math.floor((nowMs + CHINA_OFFSET_MS) / MINUTE_MS)
  const minute = thisMinute % DAY_MINUTES
  const isQuiet = from < until ? minute >= from && minute < until : minute >= from || minute < until
  if (!isQuiet) return undefined
  const left = (until - minute + DAY_MINUTES) % DAY_MINUTES
  return (thisMinute + left) * MINUTE_MS - CHINA_OFFSET_MS
}

/**
 * When an alert may be sent. `lastDueMs`: the due time of the latest alert of the same rule, channel and urgency. The first alert is sent
 * at once; alerts in the `groupMinutes` after it wait until that time ends and are sent together.
 */
export function dueOf(
  rule: QuietHours & { groupMinutes: number },
  { level }: { level: NoticeLevel },
  nowMs: number,
  lastDueMs: number | undefined,
): number {
  const isHeldBack = !(level === 'urgent' && rule.urgentAlways)
  const earliest = (isHeldBack ? quietEnd(rule, nowMs) : undefined) ?? nowMs
  if (lastDueMs === undefined) return earliest
  // A later alert joins the one that is still waiting.
  if (lastDueMs > nowMs) return Math.max(lastDueMs, earliest)
  return Math.max(lastDueMs + rule.groupMinutes * MINUTE_MS, earliest)
}

/**
 * Maximum number of messages per minute. WeCom and DingTalk accept 20 a minute from one robot, and DingTalk then refuses it for 10 minutes
 * (developer.work.weixin.qq.com/document/path/91770, open.dingtalk.com/document/robots/custom-robot-access); Feishu 100 a minute
 * (open.feishu.cn, custom bot guide). These values are lower, because somebody else may use the same robot.
 */
export const PER_MINUTE: Readonly<Record<ChannelKind, number>> = {
  wecom: 19,
  dingtalk: 19,
  feishu: 90,
  email: 30,
  webhook: 60,
}

/**
 * Maximum bytes of a message's text. WeCom: 2048 bytes of UTF-8; DingTalk and Feishu: 20 kB for the whole request, in which JSON may escape
 * characters (the same pages).
 */
export const TEXT_BYTES: Readonly<Record<ChannelKind, number>> = {
  wecom: 2_048,
  dingtalk: 15_000,
  feishu: 15_000,
  email: 60_000,
  webhook: 60_000,
}

const MOST_ATTEMPTS = 8
const FIRST_PAUSE_MS = 30_000
const LONGEST_PAUSE_MS = 30 * MINUTE_MS

/** Pause before the next try, after this many tries; undefined: the message is given up, after about an hour. */
export const pauseAfter = (attempts: number): number | undefined =>
  attempts >= MOST_ATTEMPTS ? undefined : Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempts - 1))

export const highest = (levels: readonly NoticeLevel[]): NoticeLevel =>
  levels.reduce<NoticeLevel>((most, level) => (RANK[level] > RANK[most] ? level : most), 'info')

const TITLE_CHARS = 200

/** The message in one line, for the list and as subject of a mail. */
export function titleOf(items: readonly Pick<AlertItem, 'title' | 'text'>[]): string {
  const [first] = items
  const titles = [...new Set(items.map(({ title }) => title))]
  const whole = items.length === 1 ? `${first!.title}：${first!.text}` : `${items.length} 条：${titles.join('、')}`
  const line = whole.replaceAll(/\s+/g, ' ')
  return line.length > TITLE_CHARS ? `${line.slice(0, TITLE_CHARS)}…` : line
}
