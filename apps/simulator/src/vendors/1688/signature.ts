import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Signature of the open platform (reference 1.4): name+value of every parameter except the signature itself, unencoded, sorted as joined
 * strings in byte order, appended to the path, HMAC-SHA1 with the app's secret, upper-case hex. `urlPath` is the path after /openapi/,
 * without query.
 */
export function signatureOf(urlPath: string, params: Readonly<Record<string, string>>, secret: string): string {
  const joined = Object.entries(params)
    .filter(([name]) => name !== '_aop_signature')
    .map(([name, value]) => Buffer.from(name + value, 'utf8'))
    .sort((a, b) => Buffer.compare(a, b))
  return createHmac('sha1', secret)
    .update(Buffer.concat([Buffer.from(urlPath, 'utf8'), ...joined]))
    .digest('hex')
    .toUpperCase()
}

/** Whether the given signature is the right one; the time of the comparison does not depend on where they differ. */
export function signatureFits(given: string, expected: string): boolean {
  const a = Buffer.from(given)
  const b = Buffer.from(expected)
  return a.length === b.length && timingSafeEqual(a, b)
}
