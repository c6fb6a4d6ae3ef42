import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Db } from '../../db/db.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import type { Outward } from '../../platform/outward.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { SystemConfigService } from '../system-config/index.ts'
import { sendSmsQuery } from './aliyun-sms.mapping.ts'

/** How a code reaches a person. */
export type SmsSender = (phone: string, code: string) => Promise<void>

export type Sms = {
  /** Whether a code can reach this phone: a real provider needs a number. */
  reaches(phone: string): Promise<boolean>
  send: SmsSender
}

const answer = z.object({ Code: z.string(), Message: z.string().optional(), RequestId: z.string().optional() })
/** The provider's limits for one phone: waiting helps. */
const LIMITED = /^isv\.(BUSINESS_LIMIT_CONTROL|DAY_LIMIT_CONTROL)$/

/** Timeout; a person waits at the login page. */
const PATIENCE_MS = 10_000

/** Sends with the configured provider, read for every code, so that a change is effective at once. */
export function smsSender(deps: {
  db: Db
  clock: Clock
  log: Log
  out: Pick<Outward, 'fetch'>
  config: Pick<SystemConfigService, 'setting' | 'secret'>
  /** used without a provider; left out: nothing is sent, and no code is required */
  development?: SmsSender
}): Sms {
  const tx = deps.db.handle
  const isReal = async (): Promise<boolean> => (await deps.config.setting(tx, 'sms.provider')) === 'aliyun'

  return {
    reaches: async (phone) => ((await isReal()) ? phone !== '' : deps.development !== undefined),
    async send(phone, code) {
      if (!(await isReal())) {
        if (!deps.development) throw new Refusal('sms-failed', { why: '没有设置短信服务' })
        return deps.development(phone, code)
      }
      if (phone === '') throw new Refusal('sms-failed', { why: '账号没有手机号' })
      const account = {
        accessKeyId: await deps.config.setting(tx, 'sms.aliyunAccessKeyId'),
        accessKeySecret: (await deps.config.secret(tx, 'sms.aliyunAccessKeySecret')) ?? '',
        signName: await deps.config.setting(tx, 'sms.aliyunSignName'),
        templateCode: await deps.config.setting(tx, 'sms.aliyunTemplateCode'),
      }
      const endpoint = await deps.config.setting(tx, 'sms.aliyunEndpoint')
      const query = sendSmsQuery(account, { phone, code }, { nonce: randomUUID(), at: deps.clock.now() })
      const reply = await ask(`${endpoint.replace(/\/$/, '')}/${query}`)
      if (reply.Code === 'OK') return
      // Logs neither number nor code, only the provider's error.
      deps.log.error({ provider: 'aliyun', code: reply.Code, request: reply.RequestId }, 'sms was not sent')
      if (LIMITED.test(reply.Code)) throw new Refusal('too-many', { why: '这个手机号收到的验证码太多，请稍后再试' })
      throw new Refusal('sms-failed')
    },
  }

  async function ask(url: string): Promise<z.infer<typeof answer>> {
    try {
      const response = await deps.out.fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS), redirect: 'error' })
      return answer.parse(await response.json())
    } catch (error) {
      return { Code: error instanceof Error ? error.name : 'unreachable' }
    }
  }
}
