import type { ChannelKind } from '@huoqiao/contract/alerts/alerts.status'
import type { Delivery } from './delivery.types.ts'

type Robot = Exclude<ChannelKind, 'email' | 'webhook'>
type Answer = { status: number; text: string }
type Reported = { code: number; message: string }

const ANSWER_CHARS = 500
const short = (text: string): string => text.slice(0, ANSWER_CHARS)

/** DingTalk refuses a robot for this long after too many messages. */
const DINGTALK_PAUSE_MS = 10 * 60_000
const BUSY_PAUSE_MS = 60_000

/** A robot answers HTTP 200 also when it refuses: WeCom and DingTalk with `errcode`, Feishu with `code`. */
function reportedIn(text: string): Reported | undefined {
  try {
    const body = JSON.parse(text) as Record<string, unknown> | null
    const code = body?.['errcode'] ?? body?.['code'] ?? body?.['StatusCode']
    const message = body?.['errmsg'] ?? body?.['msg'] ?? body?.['StatusMessage']
    return typeof code === 'number' ? { code, message: typeof message === 'string' ? message : '' } : undefined
  } catch {
    return undefined
  }
}

const BUSY: Readonly<Record<Robot, readonly number[]>> = {
  wecom: [-1, 45009, 45033],
  dingtalk: [-1, 130101, 410100],
  feishu: [11232, 11233],
}

const COPY_AGAIN = '在群里重新复制机器人的 Webhook 地址，保存后再发送测试'
type Words = { why: string; next: string }
const KEYWORD_WORDS: Words = {
  why: '消息里没有机器人要求的关键词',
  next: '在机器人的安全设置里把关键词加上“货桥”，或改用加签',
}
const SIGN_WORDS: Words = {
  why: '签名不对：签名密钥和机器人的不一致，或服务器时间不准',
  next: '在机器人的安全设置里复制加签（签名校验）密钥，填到渠道里；并核对服务器时间',
}
const IP_WORDS: Words = {
  why: '机器人只接受指定的 IP 地址，这台服务器不在其中',
  next: '在机器人的安全设置里加上服务器的出口 IP，或改用加签',
}

/** Codes from the vendors' pages (webhook.mapping); DingTalk's 310000 is refined by its message. */
const REFUSED: Readonly<Record<Robot, Readonly<Record<number, Words>>>> = {
  wecom: {
    93000: { why: '地址里的 key 无效，或机器人已被移出群', next: COPY_AGAIN },
    45002: { why: '消息太长', next: '把合并时间调短' },
  },
  dingtalk: {
    300001: { why: '地址里的 access_token 无效', next: COPY_AGAIN },
    300005: { why: '地址里的 access_token 无效', next: COPY_AGAIN },
    400101: { why: '地址里的 access_token 无效', next: COPY_AGAIN },
    400013: { why: '群已被解散', next: '换一个群，添加机器人后填新的地址' },
    400102: { why: '机器人已被停用', next: '在群设置里启用机器人' },
    400106: { why: '机器人已被删除', next: '在群里重新添加机器人，填新的地址' },
    430101: { why: '消息里有钉钉认为不安全的链接', next: '检查 系统参数 → 告警 中的控制台地址' },
    430102: { why: '消息里有钉钉不允许的文字', next: '在发送记录里查看内容' },
  },
  feishu: {
    19001: { why: '地址里的机器人标识无效，或机器人已被移出群', next: COPY_AGAIN },
    19021: SIGN_WORDS,
    19022: IP_WORDS,
    19024: KEYWORD_WORDS,
  },
}

function refusedWords(kind: Robot, { code, message }: Reported): Words {
  if (kind === 'dingtalk' && code === 310_000) {
    if (/sign|timestamp/i.test(message)) return SIGN_WORDS
    if (/\bip\b/i.test(message)) return IP_WORDS
    return KEYWORD_WORDS
  }
  return (
    REFUSED[kind][code] ?? { why: `机器人没有接受这条消息（代码 ${code}）`, next: '按答复里的说明检查机器人的设置' }
  )
}

const isBusy = (kind: Robot, { code, message }: Reported): boolean =>
  BUSY[kind].includes(code) || (kind === 'feishu' && code === 9499 && /too many|frequen/i.test(message))

/** The meaning of a robot's answer. */
export function robotAnswer(kind: Robot, answer: Answer): Delivery {
  const text = short(answer.text)
  const reported = reportedIn(answer.text)
  if (reported === undefined || answer.status >= 400) return statusAnswer(answer, '机器人', false)
  if (reported.code === 0) return { result: 'sent', answer: text }
  if (isBusy(kind, reported))
    return {
      result: 'not-sent',
      why: '机器人收到的消息太多，暂时不再接收',
      next: '等一会儿会自动再发；经常这样时，把合并时间调长',
      answer: text,
      againMs: kind === 'dingtalk' && reported.code !== -1 ? DINGTALK_PAUSE_MS : BUSY_PAUSE_MS,
    }
  return { result: 'refused', ...refusedWords(kind, reported), answer: text }
}

/** The answer of a webhook's receiver: any 2xx is a success. A failed message is sent again: the receiver recognises it by its id. */
export const webhookAnswer = (answer: Answer): Delivery =>
  answer.status >= 200 && answer.status < 300
    ? { result: 'sent', answer: short(`HTTP ${answer.status} ${answer.text}`.trim()) }
    : statusAnswer(answer, '接收方', true)

/** By the HTTP status alone. `isSafe`: sending it again does no harm. */
function statusAnswer({ status, text }: Answer, to: string, isSafe: boolean): Delivery {
  const answer = short(`HTTP ${status} ${text}`.trim())
  if (status === 429 || status === 503)
    return { result: 'not-sent', why: `${to}正忙（HTTP ${status}）`, next: '等一会儿会自动再发', answer }
  if (status >= 500)
    return isSafe
      ? { result: 'not-sent', why: `${to}出错（HTTP ${status}）`, next: '等一会儿会自动再发', answer }
      : { result: 'unknown', why: `${to}出错（HTTP ${status}），不知道消息有没有送到`, next: '到群里看一眼', answer }
  if (status >= 300 && status < 400)
    return { result: 'refused', why: `${to}要求转到别的地址（HTTP ${status}），没有照做`, next: '填最终的地址', answer }
  return {
    result: 'refused',
    why: `地址答复的不是${to}的答复（HTTP ${status}）`,
    next: '核对渠道的地址，再发送测试',
    answer,
  }
}
