import type { Vendor, VendorAnswer } from './vendor.testing.ts'
import { translatedHtml, translatedInto } from './vendor-words.testing.ts'

export const AZURE_KEY = 'f0e1d2c3b4a5968778695a4b3c2d1e0f'
export const AZURE_REGION = 'eastasia'

const refusal = (code: number, message: string): VendorAnswer => ({
  status: Math.trunc(code / 1000),
  body: { error: { code, message } },
})
/** learn.microsoft.com, Azure Translator response codes and messages. */
export const AZURE_REFUSALS = {
  key: refusal(401_000, 'The request is not authorized because credentials are missing or invalid.'),
  quota: refusal(403_001, 'The operation is not allowed because the subscription has exceeded its free quota.'),
  preparing: refusal(408_001, 'The translation system requested is being prepared. Please retry in a few minutes.'),
  busy: refusal(429_001, 'The server rejected the request because the client has exceeded request limits.'),
  tooLong: refusal(400_050, 'The input text is too long. View request limits.'),
  tooLarge: refusal(400_077, 'The maximum request size has been exceeded. View request limits.'),
}

const LANGUAGES = new Set(
  'ar cs da de el en es fi fr he hi hu id it ja ko ms nb nl pl pt pt-pt ro ru sv th tr uk vi zh-Hans zh-Hant'.split(
    ' ',
  ),
)

/**
 * `POST /translate` of Translator 3.0 (learn.microsoft.com, Translator v3.0 reference, Translate, Request limits): a key of a regional
 * resource is only valid with its region, at most 1,000 texts and 50,000 characters a request. `X-metered-usage` is the number of billed
 * characters: all in the texts, tags included, surrogate pairs as two.
 */
export const azure: Vendor = ({ headers, query, body, change }) => {
  if (headers['ocp-apim-subscription-key'] !== AZURE_KEY || headers['ocp-apim-subscription-region'] !== AZURE_REGION)
    return AZURE_REFUSALS.key
  if (query.get('api-version') !== '3.0') return refusal(400_021, 'The API version parameter is missing or invalid.')
  if (!headers['content-type']?.startsWith('application/json'))
    return refusal(415_000, 'The Content-Type header is missing or invalid.')
  const [from, to, type] = [query.get('from'), query.get('to') ?? '', query.get('textType') ?? 'plain']
  if (from !== null && !LANGUAGES.has(from)) return refusal(400_035, 'The source language is not valid.')
  if (!LANGUAGES.has(to)) return refusal(400_036, 'The target language is not valid.')
  if (type !== 'html' && type !== 'plain') return refusal(400_071, "The value isn't valid for TextType.")
  const entries: unknown = body
  if (!Array.isArray(entries)) return refusal(400_074, "The body of the request isn't valid JSON.")
  if (entries.length > 1000) return refusal(400_072, 'The array of input text has too many elements.')
  const texts = entries.map((entry) => (entry as { Text?: unknown }).Text)
  if (!texts.every((text) => typeof text === 'string')) return refusal(400_005, 'An input text is missing or invalid.')
  const count = texts.reduce((sum, text) => sum + text.length, 0)
  if (count > 50_000) return AZURE_REFUSALS.tooLarge
  const made = (text: string): string =>
    change(type === 'html' ? translatedHtml(text, to, 'notranslate') : translatedInto(text, to), to)
  return {
    status: 200,
    body: texts.map((text) => ({ translations: [{ text: made(text), to }] })),
    headers: { 'x-metered-usage': String(count), 'x-mt-system': 'Microsoft' },
    billed: count,
  }
}
