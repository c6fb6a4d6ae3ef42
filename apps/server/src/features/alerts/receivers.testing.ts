import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export const WECOM_KEY = '693a91f6-7xxx-4bc4-97a0-0ec2sifa5aaa'
export const DINGTALK_TOKEN = 'b0c1d2e3f4'
export const DINGTALK_SECRET = 'SECb5ca5f6f'
export const FEISHU_ID = '0f2d4a6c-1111-4222-8333-444455556666'
export const FEISHU_SECRET = 'q9aVbXfEiShU'
export const WEBHOOK_SECRET = 'webhook-secret-0123456789'

export type Received = { to: string; text: string; body: Record<string, unknown>; headers: IncomingMessage['headers'] }
type Reply = { status?: number; body: string }

/**
 * Receivers that answer as the vendors' pages document it (webhook.mapping): HTTP 200 also for refusals, with the code in the body. The
 * DingTalk and Feishu robots here require signatures.
 */
export async function openReceivers(): Promise<{
  origin: string
  received: Received[]
  /** Sends these replies to the next requests whose path begins with `path`; `break` cuts the connection without a reply. */
  force(path: string, ...replies: (Reply | 'break')[]): void
  close(): void
}> {
  const received: Received[] = []
  const forced: { path: string; reply: Reply | 'break' }[] = []
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const raw = await text(request)
    const url = new URL(request.url ?? '/', 'http://receiver')
    const at = forced.findIndex(({ path }) => url.pathname.startsWith(path))
    const body = JSON.parse(raw) as Record<string, unknown>
    const reply = at === -1 ? replyTo(url, raw, body, request) : forced.splice(at, 1)[0]!.reply
    if (reply === 'break') {
      request.socket.destroy()
      return
    }
    const isTaken = (reply.status ?? 200) < 300 && /"(errcode|code)":0\b|^ok$/.test(reply.body)
    if (isTaken) received.push({ to: url.pathname, text: textIn(body), body, headers: request.headers })
    response.writeHead(reply.status ?? 200, { 'content-type': 'application/json' }).end(reply.body)
  }
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    force(path, ...replies) {
      forced.push(...replies.map((reply) => ({ path, reply })))
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

const hmac64 = (key: string, signed: string): string => createHmac('sha256', key).update(signed).digest('base64')

function replyTo(url: URL, raw: string, body: Record<string, unknown>, request: IncomingMessage): Reply {
  if (url.pathname === '/cgi-bin/webhook/send') {
    if (url.searchParams.get('key') !== WECOM_KEY)
      return { body: '{"errcode":93000,"errmsg":"invalid webhook url, hint: [1732600000]"}' }
    if (Buffer.byteLength(textIn(body)) > 2_048)
      return { body: '{"errcode":45002,"errmsg":"content size out of limit"}' }
    return { body: '{"errcode":0,"errmsg":"ok"}' }
  }
  if (url.pathname === '/robot/send') {
    if (url.searchParams.get('access_token') !== DINGTALK_TOKEN)
      return { body: '{"errcode":300005,"errmsg":"token is not exist"}' }
    const timestamp = url.searchParams.get('timestamp')
    if (url.searchParams.get('sign') !== hmac64(DINGTALK_SECRET, `${timestamp}\n${DINGTALK_SECRET}`))
      return { body: '{"errcode":310000,"errmsg":"description:机器人发送签名不匹配;sign not match"}' }
    return { body: '{"errcode":0,"errmsg":"ok"}' }
  }
  if (url.pathname.startsWith('/open-apis/bot/v2/hook/')) {
    if (!url.pathname.endsWith(FEISHU_ID))
      return { body: '{"code":19001,"data":{},"msg":"param invalid: incoming webhook access token invalid"}' }
    const { timestamp, sign } = body as { timestamp: string; sign: string }
    if (sign !== hmac64(`${timestamp}\n${FEISHU_SECRET}`, ''))
      return { body: '{"code":19021,"msg":"sign match fail or timestamp is not within one hour from current time"}' }
    return { body: '{"StatusCode":0,"StatusMessage":"success","code":0,"data":{},"msg":"success"}' }
  }
  const signed = `${String(request.headers['x-huoqiao-timestamp'])}.${raw}`
  const expected = `v1=${createHmac('sha256', WEBHOOK_SECRET).update(signed).digest('hex')}`
  return request.headers['x-huoqiao-signature'] === expected ? { body: 'ok' } : { status: 401, body: 'bad signature' }
}

const textIn = (body: Record<string, unknown>): string => {
  const {
    text: plain,
    content,
    title,
  } = body as {
    text?: { content: string }
    content?: { text: string }
    title?: string
  }
  return plain?.content ?? content?.text ?? title ?? ''
}
