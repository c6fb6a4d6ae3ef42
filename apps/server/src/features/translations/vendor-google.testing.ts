import type { Vendor, VendorAnswer } from './vendor.testing.ts'
import { codePoints, translatedHtml, translatedInto } from './vendor-words.testing.ts'

export const GOOGLE_KEY = 'AIzaSyTest-0123456789abcdefghijklmnopqr'

type Error = { message: string; reason: string; domain?: string; status?: string; details?: unknown[] }
const refusal = (code: number, { message, reason, domain = 'global', ...more }: Error): VendorAnswer => ({
  status: code,
  body: { error: { code, message, errors: [{ message, domain, reason }], ...more } },
})
/**
 * Sources for the wrong key and for 403: docs.cloud.google.com/translate/quotas and troubleshooting, and answers of the service. A request over
 * the quota of a minute is refused with 403 or, by the newer quota system, with 429.
 */
export const GOOGLE_REFUSALS = {
  key: refusal(400, {
    message: 'API key not valid. Please pass a valid API key.',
    reason: 'badRequest',
    status: 'INVALID_ARGUMENT',
    details: [
      {
        '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
        reason: 'API_KEY_INVALID',
        domain: 'googleapis.com',
        metadata: { service: 'translate.googleapis.com' },
      },
    ],
  }),
  noKey: refusal(403, {
    message: 'The request is missing a valid API key.',
    reason: 'forbidden',
    status: 'PERMISSION_DENIED',
  }),
  busy: refusal(429, {
    message: "Quota exceeded for quota metric 'v2 and v3 general model characters'",
    reason: 'rateLimitExceeded',
    status: 'RESOURCE_EXHAUSTED',
  }),
  busyUser: refusal(403, {
    message: 'User Rate Limit Exceeded',
    reason: 'userRateLimitExceeded',
    domain: 'usageLimits',
  }),
  quota: refusal(403, { message: 'Daily Limit Exceeded', reason: 'dailyLimitExceeded', domain: 'usageLimits' }),
  tooLong: refusal(400, { message: 'Text too long', reason: 'invalid' }),
}

const LANGUAGES = new Set(
  'ar cs da de el en es fi fr he hi hu id it iw ja ko ms nl no pl pt pt-PT ro ru sv th tr uk vi zh zh-CN zh-TW'.split(
    ' ',
  ),
)
/** The quotas page gives 30K code points a request for the Advanced edition, and no figure for Basic ("very large requests are rejected"). */
const MOST_CODE_POINTS = 30_000

/** Tags are unchanged; `'` and `"` are returned as character references, however the request had them. */
const escapedAsGoogle = (html: string): string =>
  html
    .split(/(<[^>]*>)/)
    .map((piece) => (piece.startsWith('<') ? piece : piece.replaceAll("'", '&#39;').replaceAll('"', '&quot;')))
    .join('')

/**
 * `POST /language/translate/v2` (cloud.google.com/translate/docs/reference/rest/v2/translate): the key as a header or a parameter, at most
 * 128 texts, language codes of docs/languages. Every character that is sent is counted, tags included (cloud.google.com/translate/pricing).
 */
export const google: Vendor = ({ headers, query, body, change }) => {
  const key = headers['x-goog-api-key'] ?? query.get('key')
  if (key === null || key === undefined) return GOOGLE_REFUSALS.noKey
  if (key !== GOOGLE_KEY) return GOOGLE_REFUSALS.key
  if (!headers['content-type']?.startsWith('application/json'))
    return refusal(400, { message: 'Invalid JSON payload received.', reason: 'badRequest', status: 'INVALID_ARGUMENT' })
  const { source, target, format } = body
  const texts = typeof body['q'] === 'string' ? [body['q']] : body['q']
  if (!Array.isArray(texts) || texts.length === 0) return refusal(400, { message: 'Required Text', reason: 'required' })
  if (texts.length > 128) return refusal(400, { message: 'Too many text segments', reason: 'invalid' })
  const known = (code: unknown): boolean => typeof code === 'string' && LANGUAGES.has(code)
  if (!known(target) || (source !== undefined && !known(source)) || (format !== 'html' && format !== 'text'))
    return refusal(400, { message: 'Invalid Value', reason: 'invalid' })
  const count = texts.reduce<number>((sum, text) => sum + codePoints(String(text)), 0)
  if (count > MOST_CODE_POINTS) return GOOGLE_REFUSALS.tooLong
  const into = String(target)
  const made = (text: string): string =>
    format === 'html'
      ? escapedAsGoogle(change(translatedHtml(text, into, 'notranslate'), into))
      : change(translatedInto(text, into), into)
  return {
    status: 200,
    body: { data: { translations: texts.map((text) => ({ translatedText: made(String(text)) })) } },
    billed: count,
  }
}
