import type { FastifyReply, FastifyRequest } from 'fastify'
import { cutConnection } from '../core.ts'
import type { FaultKind, LedgerEntry, SimCore, Vendor } from '../core.ts'

/** What is sent back. A string body is sent unchanged, anything else as JSON. */
export type Answer = { status: number; body: unknown; headers?: Record<string, string> }

/** An answer with its ledger entry. Without `outcome`: done below 400, refused from 400 on. */
export type WorkedAnswer = Answer & { outcome?: 'done' | 'refused' | 'throttled'; code?: string; effect?: string }

export type ReceivedCall = {
  vendor: Vendor
  /** App key or shop domain; '' when the call has none. */
  account: string
  /** The vendor's name of the call, as faults and ledger use it. */
  call: string
  /** The request for the ledger: secrets masked, long binary text shortened. */
  maskedRequest: unknown
  renderRefusal(fault: Extract<FaultKind, { kind: 'refuse' }>): Answer
  renderThrottle(): Answer
  /** Invalidates the access token of the call; the work then fails on it like on any dead token. */
  expireToken(): void
  /** Checks who calls and whether they may, when the call arrives, so that a delayed call was still admitted. Returns the refusal. */
  admit?(): WorkedAnswer | undefined
  /** All other checks of the vendor, and its work. It must be safe to run although nobody will read the answer. */
  work(): WorkedAnswer | Promise<WorkedAnswer>
}

/**
 * The single path of every received call of both vendors: fault, work, ledger, answer. The ledger is written before the answer is sent, so
 * whoever has an answer finds its call there. A dropped call has status 0; its code tells whether the connection was cut before or after
 * the work.
 */
export async function receive(
  core: SimCore,
  request: FastifyRequest,
  reply: FastifyReply,
  received: ReceivedCall,
): Promise<FastifyReply> {
  const startedAt = performance.now()
  const numbered = request.headers['x-request-id']
  const note = (entry: Pick<LedgerEntry, 'status' | 'outcome' | 'code' | 'effect'>): void => {
    core.ledger.record({
      at: core.clock.now(),
      vendor: received.vendor,
      account: received.account,
      call: received.call,
      ...(typeof numbered === 'string' ? { requestId: numbered.slice(0, 100) } : {}),
      request: received.maskedRequest,
      ...entry,
      ms: Math.round(performance.now() - startedAt),
    })
  }
  const hangUp = (): void => {
    reply.hijack()
    cutConnection(request)
  }
  const dropped = (code: string, effect?: string): void =>
    note({ status: 0, outcome: 'dropped', code, ...(effect === undefined ? {} : { effect }) })
  const cut = (code: string, effect?: string): FastifyReply => {
    dropped(code, effect)
    hangUp()
    return reply
  }
  const answer = (worked: WorkedAnswer): FastifyReply => {
    const outcome = worked.outcome ?? (worked.status < 400 ? 'done' : 'refused')
    note({
      status: worked.status,
      outcome,
      ...(worked.code === undefined ? {} : { code: worked.code }),
      ...(worked.effect === undefined ? {} : { effect: worked.effect }),
    })
    return send(reply, worked)
  }

  const fault = core.faults.take(received.vendor, received.call, received.account)
  if (fault?.kind === 'refuse')
    return answer({ ...received.renderRefusal(fault), outcome: 'refused', code: fault.code })
  if (fault?.kind === 'throttle')
    return answer({ ...received.renderThrottle(), outcome: 'throttled', code: 'throttle' })
  if (fault?.kind === 'drop-before') return cut('drop-before')
  if (fault?.kind === 'expire-token') received.expireToken()
  const denied = received.admit?.()
  if (fault?.kind === 'drop-then') hangUp()
  if (fault?.kind === 'slow' || fault?.kind === 'drop-then') await core.faults.hold(fault.ms)
  try {
    const worked = denied ?? (await received.work())
    if (fault?.kind === 'fail-after')
      return answer({
        ...received.renderRefusal(BROKEN[received.vendor]),
        ...effectOf(worked),
        outcome: 'refused',
        code: 'fail-after',
      })
    if (fault?.kind === 'drop-then') {
      dropped('drop-then', worked.effect)
      return reply
    }
    return fault?.kind === 'drop-after' ? cut('drop-after', worked.effect) : answer(worked)
  } catch (error) {
    note({ status: 500, outcome: 'refused', code: 'simulator-defect', effect: String(error) })
    throw error
  }
}

/** How each vendor answers an internal error; the work may have been done before (reference 1.7; shopify-admin 3). */
const BROKEN: Readonly<Record<Vendor, Extract<FaultKind, { kind: 'refuse' }>>> = {
  '1688': { kind: 'refuse', code: '500', message: 'System error', status: 500 },
  shopify: {
    kind: 'refuse',
    code: 'INTERNAL_SERVER_ERROR',
    message: 'Internal error. Looks like something went wrong.',
  },
}

const effectOf = ({ effect }: WorkedAnswer): Pick<WorkedAnswer, 'effect'> => (effect === undefined ? {} : { effect })

function send(reply: FastifyReply, answer: Answer): FastifyReply {
  void reply.code(answer.status)
  if (answer.headers) void reply.headers(answer.headers)
  if (typeof answer.body === 'string' || Buffer.isBuffer(answer.body)) return reply.send(answer.body)
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(answer.body))
}

/** Masks a secret so that two secrets can still be distinguished: the first four characters and the length. */
export const maskSecret = (secret: string): string => (secret === '' ? '' : `${secret.slice(0, 4)}…(${secret.length})`)
