import { connectionProblem } from '../../platform/connection-problem.ts'
import type { Delivery } from './delivery.types.ts'

/** What the mail library or the socket reports of a failed mail. */
export type MailError = {
  code?: string
  /** the command that failed; CONN before any */
  command?: string
  responseCode?: number
  response?: string
  message: string
}

const AGAIN = '等一会儿会自动再发'

/** The library replaces the code of a failed TLS handshake by its own, so only the message shows the cause. */
const TLS_MESSAGES: readonly (readonly [RegExp, string])[] = [
  [/self[- ]signed certificate/i, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  [/certificate has expired/i, 'CERT_HAS_EXPIRED'],
  [/does not match certificate/i, 'ERR_TLS_CERT_ALTNAME_INVALID'],
  [/unable to verify|issuer certificate/i, 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
  [/wrong version number|packet length too long/i, 'ERR_SSL_WRONG_VERSION_NUMBER'],
]

/** The meaning of a failed mail. `isContentGiven`: the server may have accepted the mail, although its answer did not arrive. */
export function mailFailure(error: MailError, { isContentGiven }: { isContentGiven: boolean }): Delivery {
  const { responseCode, command } = error
  const answer = (error.response ?? '').slice(0, 500)
  if (error.code === 'EAUTH')
    return {
      result: 'refused',
      why: '邮件服务器不接受用户名或密码',
      next: '核对用户名和密码；QQ、163、企业邮箱要用单独开通的“客户端授权码”，不是登录密码',
      answer,
    }
  if (responseCode !== undefined && responseCode >= 500)
    return {
      result: 'refused',
      why: `${command === 'RCPT TO' ? '收件人被拒收' : command === 'MAIL FROM' ? '发件人被拒绝' : '邮件被拒绝'}（${responseCode}）`,
      next: '按答复里的说明核对发件人和收件人；发件人一般要和登录的邮箱相同',
      answer,
    }
  if (responseCode !== undefined && responseCode >= 400)
    return { result: 'not-sent', why: `邮件服务器暂时不收（${responseCode}）`, next: AGAIN, answer }
  if (isContentGiven)
    return {
      result: 'unknown',
      why: '邮件的内容已交出，没有收到答复，不知道有没有送到',
      next: '到收件箱看一眼',
    }
  const code = TLS_MESSAGES.find(([pattern]) => pattern.test(error.message))?.[1] ?? error.code
  const problem = connectionProblem(code, '邮件服务器')
  return {
    result: 'not-sent',
    why: problem?.why ?? `和邮件服务器的连接中断（${error.message.slice(0, 200)}）`,
    next: problem?.next ?? '核对端口和加密方式是不是相配',
  }
}
