import { createHash } from 'node:crypto'
import { canonicalJson } from '@huoqiao/kit'
import { getDirectiveValues } from 'graphql'
import type { GraphQLResolveInfo } from 'graphql'
import type { Args, Call } from '../call.ts'
import { refusal } from '../refusals.ts'
import type { UserError } from '../rows.ts'

/** How long a key is remembered, simulated. */
const REMEMBERED_MS = 24 * 60 * 60 * 1000

type Payload = { userErrors: UserError[] }

/**
 * Runs a mutation that must carry @idempotent(key:) (required at run time from 2026-04: reference 3, "Inventory").
 * The same key with the same payload gives the first answer; with another payload, or after a failed first attempt,
 * a user error says so. A missing or blank key is refused at the top level. `revive` turns what was kept into a payload.
 */
export function idempotent<T extends Payload>(
  args: Args,
  call: Call,
  info: GraphQLResolveInfo,
  steps: { work(): T; keep(payload: T): unknown; revive(kept: unknown): T; failed(error: UserError): T },
): T {
  const directive = info.schema.getDirective('idempotent')
  const node = info.fieldNodes[0]
  const given = directive && node ? getDirectiveValues(directive, node, info.variableValues) : undefined
  if (!given)
    throw refusal('The @idempotent directive is required for this mutation but was not provided.', 'BAD_REQUEST')
  const key = String(given.key).trim()
  if (key === '') throw refusal('The idempotency key must not be blank.', 'BAD_REQUEST')
  const table = call.shop.idempotency
  const name = `${info.fieldName} ${key}`
  const now = call.shop.core.clock.now()
  const payload = createHash('sha256').update(canonicalJson(args)).digest('hex')
  const known = table.get(name)
  if (known && now - known.at < REMEMBERED_MS) {
    if (known.payload !== payload)
      return steps.failed(
        idempotencyError(
          'IDEMPOTENCY_KEY_PARAMETER_MISMATCH',
          'The idempotency key was already used with other parameters.',
        ),
      )
    if (known.failed)
      return steps.failed(
        idempotencyError(
          'IDEMPOTENCY_PREVIOUS_ATTEMPT_FAILED',
          'The previous attempt with this idempotency key failed. Use a new key.',
        ),
      )
    return steps.revive(known.answer)
  }
  const answer = steps.work()
  const failed = answer.userErrors.length > 0
  table.put(name, { payload, failed, at: now, answer: failed ? null : steps.keep(answer) })
  return answer
}

const idempotencyError = (code: string, message: string): UserError => ({ code, field: null, message })
