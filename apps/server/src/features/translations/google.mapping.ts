import { parsedJson, part, retryAfterMs, textOr } from './answer-json.rules.ts'
import { markedHtml, unmarked } from './markup.rules.ts'
import type { ProviderProtocol } from './provider.types.ts'

const LANGUAGES: Readonly<Record<string, string>> = { nb: 'no', he: 'iw', 'pt-BR': 'pt' }
const languageOf = (locale: string): string => LANGUAGES[locale] ?? locale

/**
 * Cloud Translation Basic, `POST /language/translate/v2`: at most 128 texts per request, and 5,000 code points are recommended. The response has
 * no count of characters; every code point that is sent is billed, tags included (cloud.google.com/translate/pricing).
 */
export const googleProtocol: ProviderProtocol = {
  texts: 100,
  chars: 20_000,
  sent: markedHtml,
  post: (provider, request) => ({
    call: 'google translate',
    url: `${provider.address}/language/translate/v2`,
    headers: { 'x-goog-api-key': provider.key, 'content-type': 'application/json' },
    body: JSON.stringify({
      q: request.texts.map(markedHtml),
      source: languageOf(request.from),
      target: languageOf(request.to),
      format: 'html',
    }),
    shown: `POST ${provider.address}/language/translate/v2 ${request.from} → ${request.to}`,
  }),
  answer(status, text, { texts }, headers) {
    const body = parsedJson(text)
    if (status === 200) {
      const found = part(body, 'data', 'translations')
      if (!Array.isArray(found) || found.length !== texts.length)
        return { result: 'refused', why: 'Google 的答复不完整' }
      return {
        result: 'done',
        texts: new Map(
          texts.map(({ id, format }, index) => [id, unmarked(textOr(part(found[index], 'translatedText')), format)]),
        ),
        chars: texts.reduce((sum, one) => sum + Array.from(markedHtml(one)).length, 0),
      }
    }
    const says = textOr(part(body, 'error', 'message'))
    const reason = textOr(part(body, 'error', 'errors', 0, 'reason'))
    if (status === 429 || status >= 500 || /rateLimitExceeded/i.test(reason)) {
      const afterMs = retryAfterMs(headers)
      return { result: 'later', why: `Google 太忙（${status}）`, ...(afterMs === undefined ? {} : { afterMs }) }
    }
    if (/dailyLimitExceeded|quotaExceeded/i.test(reason))
      return { result: 'stopped', why: 'Google 的额度用完了', next: '提高额度，或换一个翻译服务' }
    if (status === 401 || status === 403 || /API key/i.test(says))
      return {
        result: 'stopped',
        why: `Google 不认这个密钥：${says}`,
        next: '检查密钥，并在 Google Cloud 启用 Translation API',
      }
    return { result: 'refused', why: `Google 拒绝了（${status}）：${says}` }
  },
}
