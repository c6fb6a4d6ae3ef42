import type { Vendor, VendorAnswer } from './vendor.testing.ts'
import { codePoints, translatedHtml, translatedInto } from './vendor-words.testing.ts'

export const DEEPL_KEY = '279a2e9d-83b3-c416-7e2d-f721593e42a0:fx'

const refusal = (status: number, message: string): VendorAnswer => ({ status, body: { message } })
export const DEEPL_REFUSALS = {
  key: refusal(403, 'Forbidden'),
  busy: refusal(429, 'Too many requests'),
  quota: refusal(456, 'Quota Exceeded'),
  tooLarge: refusal(413, 'Request Entity Too Large'),
}

const SOURCES = new Set(
  'AR BG CS DA DE EL EN ES ET FI FR HE HU ID IT JA KO LT LV NB NL PL PT RO RU SK SL SV TH TR UK VI ZH'.split(' '),
)
const TARGETS = new Set([...SOURCES, ...'EN-GB EN-US ES-419 PT-BR PT-PT ZH-HANS ZH-HANT'.split(' ')])

/**
 * `POST /v2/translate` (developers.deepl.com, Translate text): at most 50 texts, and 128 KiB a request (Usage and limits). The answer
 * has the number of billed characters only if `show_billed_characters` is set; with `tag_handling` tags are not counted (support.deepl.com,
 * Usage count and billing in DeepL API).
 */
export const deepl: Vendor = ({ headers, raw, body, change }) => {
  if (headers.authorization !== `DeepL-Auth-Key ${DEEPL_KEY}`) return DEEPL_REFUSALS.key
  if (Buffer.byteLength(raw) > 128 * 1024) return DEEPL_REFUSALS.tooLarge
  const { text, source_lang: source, target_lang: target, tag_handling: handling } = body
  if (!isTexts(text)) return refusal(400, "Bad request. Reason: Value for 'text' not supported.")
  if (text.length > 50) return refusal(400, 'Bad request. Reason: Too many texts.')
  if (typeof source === 'string' && !SOURCES.has(source)) return refusal(400, "Value for 'source_lang' not supported.")
  if (typeof target !== 'string' || !TARGETS.has(target)) return refusal(400, "Value for 'target_lang' not supported.")
  const isHtml = handling === 'html'
  const counts = text.map((one) => codePoints(isHtml ? one.replaceAll(/<[^>]*>/g, '') : one))
  return {
    status: 200,
    body: {
      translations: text.map((one, index) => ({
        detected_source_language: source ?? 'EN',
        text: isHtml
          ? change(translatedHtml(one, target, 'translate="no"'), target)
          : change(translatedInto(one, target), target),
        ...(body['show_billed_characters'] === true ? { billed_characters: counts[index] } : {}),
      })),
    },
    billed: counts.reduce((sum, count) => sum + count, 0),
  }
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string')
