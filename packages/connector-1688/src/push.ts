import { timingSafeEqual } from 'node:crypto'
import { toPushMessage } from './mapping/push.mapping.ts'
import type { PushMessage } from './push-message.ts'
import { parseBigJson } from './wire/big-json.ts'
import { aopSignature } from './wire/signature.ts'

/**
 * Whether a pushed message comes from 1688 (reference 5.1): signed like a call, with an empty path and the single parameter `message`.
 * `message` must be the decoded form field unchanged, not JSON written again.
 */
export function verifyPush(push: {
  readonly message: string
  readonly signature: string | undefined
  readonly secret: string
}): boolean {
  const expected = Buffer.from(aopSignature('', { message: push.message }, push.secret))
  const given = Buffer.from((push.signature ?? '').trim().toUpperCase())
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** Parses the `message` field of a push (reference 5.2). Undefined if it is no message: not JSON, no id, or no topic. */
export function parsePush(message: string): PushMessage | undefined {
  try {
    return toPushMessage(parseBigJson(message))
  } catch (error) {
    // A RangeError means that the nesting exceeds the stack.
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined
    throw error
  }
}
