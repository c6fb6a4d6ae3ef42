import { REQUEST_ID } from '@huoqiao/contract'
import type { OutputOf } from '@huoqiao/contract'
import type { inboxEndpoints } from '@huoqiao/contract/inbox/inbox.endpoints'
import { pushPath } from '@huoqiao/contract/marketplace/marketplace.status'
import { trimEnd } from '@huoqiao/kit'
import type { Db } from '../../db/db.ts'
import type { NewId } from '../../platform/ids.ts'
import type { Outward } from '../../platform/outward.ts'
import { isLyingInside } from '../../platform/outward.ts'
import type { SystemConfigService } from '../system-config/index.ts'

const ANSWERS_MS = 10_000

export type PushAddressService = ReturnType<typeof pushAddressService>

/** Checks the address at which vendors reach this app. Only a received message proves that they do; the check finds definite faults. */
export function pushAddressService(deps: {
  db: Db
  newId: NewId
  out: Pick<Outward, 'fetch'>
  config: Pick<SystemConfigService, 'setting'>
  localOrigin: () => string | undefined
}) {
  return {
    async checkPushAddress(signal: AbortSignal): Promise<OutputOf<(typeof inboxEndpoints)['checkPushAddress']>> {
      const set = await deps.config.setting(deps.db.handle, 'inbox.publicOrigin')
      if (set === '') {
        const local = deps.localOrigin() ?? null
        return { origin: local, ok: false, found: '没有填写对外地址：沙箱用本机地址，正式的店铺和1688推送不到这里' }
      }
      const origin = trimEnd(set, '/')
      // This app refuses an unsigned message and returns the request's id, which no other server does: the answer shows whether the address leads
      // here.
      const requestId = deps.newId()
      try {
        const answer = await deps.out.fetch(`${origin}${pushPath(deps.newId())}`, {
          method: 'POST',
          headers: { [REQUEST_ID.header]: requestId, 'content-type': 'application/x-www-form-urlencoded' },
          body: 'message=',
          redirect: 'manual',
          signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWERS_MS)]),
        })
        const isOurs = answer.headers.get(REQUEST_ID.header) === requestId && answer.status === 401
        if (isOurs) return { origin, ok: true, found: '地址通向这里' }
        return {
          origin,
          ok: false,
          found: `这个地址答复的不是这套系统（HTTP ${answer.status}），检查域名解析和反向代理`,
        }
      } catch (error) {
        return { origin, ok: false, found: reasonOf(error) }
      }
    },
  }
}

/** Why the address could not be requested. A failed connection names its reason in the cause. */
function reasonOf(error: unknown): string {
  const causes = [error, error instanceof Error ? error.cause : undefined]
  if (causes.some(isLyingInside)) return '这个地址在本机或内部网络，店铺和1688从外面连不到'
  if (error instanceof Error && error.name === 'TimeoutError')
    return `${ANSWERS_MS / 1000}秒内没有答复，检查防火墙和反向代理`
  const cause = causes.find((one): one is Error & { code: string } => one instanceof Error && 'code' in one)
  return `连不上这个地址${cause === undefined ? '' : `（${cause.code}）`}，检查域名解析、证书和防火墙`
}
