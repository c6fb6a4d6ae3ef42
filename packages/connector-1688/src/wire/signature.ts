import { createHmac } from 'node:crypto'

/**
 * The `_aop_signature` of reference 1.4: uppercase hex of HMAC-SHA1 over the path from the protocol name on, followed
 * by the joined name+value strings in ascending byte order.
 *
 * @param urlPath `param2/1/{namespace}/{apiName}/{appKey}`; empty for push messages (reference 5.1)
 * @param params every field that is sent, raw and not URL-encoded; without `_aop_signature` and without file bytes
 */
export function aopSignature(urlPath: string, params: Readonly<Record<string, string>>, appSecret: string): string {
  const pairs = Object.entries(params).map(([name, value]) => Buffer.from(name + value, 'utf8'))
  // The joined strings are sorted, not the names (vector 4), and by bytes, because UTF-16 order differs above U+FFFF.
  const joined = Buffer.concat([Buffer.from(urlPath, 'utf8'), ...pairs.sort((a, b) => Buffer.compare(a, b))])
  return createHmac('sha1', appSecret).update(joined).digest('hex').toUpperCase()
}
