import { isRemoteFailure, maskSecrets, observed, sendHttp } from '@huoqiao/connector-kit'
import type { HttpAnswer, RemoteObserver } from '@huoqiao/connector-kit'
import type { Clock } from '../../platform/clock.ts'
import { connectionProblem } from '../../platform/connection-problem.ts'
import type { Outward } from '../../platform/outward.ts'
import type { Delivery, Destination, Outgoing } from './delivery.types.ts'
import { sendMail } from './mail.ts'
import { robotAnswer, webhookAnswer } from './robot-answer.rules.ts'
import { dingtalkPost, feishuPost, webhookPost, wecomPost } from './webhook.mapping.ts'
import type { Posted } from './webhook.mapping.ts'

const TIMEOUT_MS = 15_000

type Deps = { clock: Clock; fetch: typeof fetch; out: Pick<Outward, 'connect'>; remotes: RemoteObserver }
type Addressed = Exclude<Destination, { kind: 'email' }>

/** Sends one message once. Does not throw when the receiver can't be reached or refuses. */
export const deliver = (deps: Deps, to: Destination, message: Outgoing): Promise<Delivery> =>
  to.kind === 'email' ? sendMail(deps, to, message) : post(deps, to, message)

function postedTo({ kind, address, secret }: Addressed, message: Outgoing, nowMs: number): Posted {
  if (kind === 'wecom') return wecomPost(address, message)
  if (kind === 'dingtalk') return dingtalkPost(address, secret, message, nowMs)
  if (kind === 'feishu') return feishuPost(address, secret, message, nowMs)
  return webhookPost(address, secret ?? '', message, nowMs)
}

async function post(deps: Deps, to: Addressed, message: Outgoing): Promise<Delivery> {
  const posted = postedTo(to, message, deps.clock.now())
  try {
    const answer = await observed(deps.remotes, { vendor: 'alerts', call: to.kind }, async (answered) =>
      answered(
        await sendHttp({
          vendor: 'alerts',
          call: to.kind,
          ...posted,
          method: 'POST',
          timeoutMs: TIMEOUT_MS,
          // Its receiver recognises a message that comes twice by its id.
          safe: to.kind === 'webhook',
          maskedRequest: `POST ${new URL(to.address).host}`,
          fetch: deps.fetch,
        }),
      ),
    )
    return meaningOf(to, answer)
  } catch (error) {
    if (!isRemoteFailure(error)) throw error
    const { word, detail } = error
    if (word === 'unknown-outcome')
      return { result: 'unknown', why: '消息已交出，没有收到答复，不知道有没有送到', next: '到群里看一眼' }
    const problem = connectionProblem(detail.code, '接收方')
    return {
      result: 'not-sent',
      why: problem?.why ?? '接收方没有答复',
      next: problem?.next ?? '等一会儿会自动再发',
    }
  }
}

function meaningOf(to: Addressed, { status, text }: HttpAnswer): Delivery {
  const token = new URL(to.address)
  const secrets = [to.address, to.secret, token.search.slice(1), ...token.searchParams.values()]
  const answer = { status, text: maskSecrets(text, secrets) }
  return to.kind === 'webhook' ? webhookAnswer(answer) : robotAnswer(to.kind, answer)
}
