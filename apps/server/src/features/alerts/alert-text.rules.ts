import type { AlertItem } from '@huoqiao/contract/alerts/alerts.schema'
import { NOTICE_LEVELS } from '@huoqiao/contract/notices/notices.status'
import { formatChinaTime } from '@huoqiao/kit'

/** Contained in every message, so that it can be set as the keyword of a robot whose security setting requires one. */
export const KEYWORD = '货桥'

const bytesOf = (text: string): number => Buffer.byteLength(text)

/** At most this many bytes of UTF-8, without half a character. */
function cutBytes(text: string, bytes: number): string {
  if (bytesOf(text) <= bytes) return text
  let kept = ''
  let used = bytesOf('…')
  for (const character of text) {
    used += bytesOf(character)
    if (used > bytes) break
    kept += character
  }
  return `${kept}…`
}

type Shown = Pick<AlertItem, 'level' | 'title' | 'text' | 'to' | 'at'>

const linesOf = (item: Shown, origin: string): string =>
  [
    `［${NOTICE_LEVELS[item.level].label}］${item.title}：${item.text}`,
    `${formatChinaTime(item.at)}${item.to !== null && origin !== '' ? ` ${origin}${item.to}` : ''}`,
  ].join('\n')

const headOf = (count: number, isTest: boolean): string =>
  isTest ? `【${KEYWORD}】测试告警` : `【${KEYWORD}】${count === 1 ? '告警' : `${count} 条告警`}`

/** Space for the head with a large count. */
const HEAD_BYTES = 64

/** How many of the alerts fit into one message; at least one, whose text is cut then. */
export function fitting(items: readonly Shown[], origin: string, bytes: number): number {
  let used = HEAD_BYTES
  for (const [index, item] of items.entries()) {
    used += bytesOf(linesOf(item, origin)) + 2
    if (used > bytes) return Math.max(1, index)
  }
  return items.length
}

/** The whole message as plain text: no chat app gives its characters a meaning, so a product's title can't mention people or add links. */
export function textOf(items: readonly Shown[], origin: string, bytes: number, isTest: boolean): string {
  const text = [headOf(items.length, isTest), ...items.map((item) => linesOf(item, origin))].join('\n\n')
  // `<at …>` and `<@…>` mention people in Feishu and WeCom.
  return cutBytes(text.replaceAll('<', '＜'), bytes)
}
