import { createHmac } from 'node:crypto'
import { NOTICE_KINDS } from '@huoqiao/contract/notices/notices.status'
import type { Outgoing } from './delivery.types.ts'

/** The request for a channel: JSON in the receiver's format, with a signature that the receiver checks. */
export type Posted = { url: string; headers: Record<string, string>; body: string }

const hmac = (key: string, text: string) => createHmac('sha256', key).update(text)

const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8' }

/** developer.work.weixin.qq.com/document/path/91770 */
export const wecomPost = (address: string, message: Outgoing): Posted => ({
  url: address,
  headers: JSON_HEADERS,
  body: JSON.stringify({ msgtype: 'text', text: { content: message.text } }),
})

/**
 * open.dingtalk.com/document/robots/custom-robot-access; 加签: the time in ms and HmacSHA256 of `time\nsecret` with the secret as key, as
 * base64 in the query.
 */
export function dingtalkPost(address: string, secret: string | undefined, message: Outgoing, nowMs: number): Posted {
  const url = new URL(address)
  if (secret !== undefined) {
    url.searchParams.set('timestamp', String(nowMs))
    url.searchParams.set('sign', hmac(secret, `${nowMs}\n${secret}`).digest('base64'))
  }
  return {
    url: url.href,
    headers: JSON_HEADERS,
    body: JSON.stringify({ msgtype: 'text', text: { content: message.text }, at: { isAtAll: false } }),
  }
}

/**
 * open.feishu.cn/document/client-docs/bot-v3/add-custom-bot; 签名校验: the time in seconds, and HmacSHA256 of an empty text with `time\nsecret`
 * as key, as base64 in the body.
 */
export function feishuPost(address: string, secret: string | undefined, message: Outgoing, nowMs: number): Posted {
  const timestamp = String(Math.floor(nowMs / 1000))
  const signed = secret === undefined ? {} : { timestamp, sign: hmac(`${timestamp}\n${secret}`, '').digest('base64') }
  return {
    url: address,
    headers: JSON_HEADERS,
    body: JSON.stringify({ ...signed, msg_type: 'text', content: { text: message.text } }),
  }
}

/**
 * Our own webhook (docs/operations.md): the signature is HMAC-SHA256 in hexadecimal of `time.body` with the channel's secret; the time in
 * seconds protects against replays. A retry has the same id.
 */
export function webhookPost(address: string, secret: string, message: Outgoing, nowMs: number): Posted {
  const timestamp = String(Math.floor(nowMs / 1000))
  const body = JSON.stringify({
    id: message.id,
    isTest: message.isTest,
    createdAt: new Date(message.createdAt).toISOString(),
    title: message.title,
    alerts: message.items.map(({ noticeId, kind, level, title, text, to, at }) => ({
      id: noticeId,
      kind,
      kindName: NOTICE_KINDS[kind],
      level,
      title,
      text,
      url: to === null || message.origin === '' ? null : `${message.origin}${to}`,
      at: new Date(at).toISOString(),
    })),
  })
  return {
    url: address,
    headers: {
      ...JSON_HEADERS,
      'x-huoqiao-delivery': message.id,
      'x-huoqiao-timestamp': timestamp,
      'x-huoqiao-signature': `v1=${hmac(secret, `${timestamp}.${body}`).digest('hex')}`,
    },
    body,
  }
}
