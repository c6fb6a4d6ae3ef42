import { parsedJson, part, retryAfterMs, textOr } from './answer-json.rules.ts'
import { markedHtml, unmarked } from './markup.rules.ts'
import type { ProviderProtocol } from './provider.types.ts'

const LANGUAGES: Readonly<Record<string, string>> = {
  'zh-CN': 'zh-Hans',
  'zh-TW': 'zh-Hant',
  'pt-BR': 'pt',
  'pt-PT': 'pt-pt',
}
const languageOf = (locale: string): string => LANGUAGES[locale] ?? locale

/** Translator 3.0, `POST /translate`: at most 1,000 texts and 50,000 characters a request. A response header has the number of billed characters. */
export const azureProtocol: ProviderProtocol = {
  texts: 100,
  chars: 40_000,
  sent: markedHtml,
  post: (provider, request) => ({
    call: 'azure translate',
    url: `${provider.address}/translate?api-version=3.0&textType=html&from=${languageOf(request.from)}&to=${languageOf(request.to)}`,
    headers: {
      'ocp-apim-subscription-key': provider.key,
      ...(provider.region === '' ? {} : { 'ocp-apim-subscription-region': provider.region }),
      'content-type': 'application/json; charset=UTF-8',
    },
    body: JSON.stringify(request.texts.map((one) => ({ Text: markedHtml(one) }))),
    shown: `POST ${provider.address}/translate ${request.from} → ${request.to}`,
  }),
  answer(status, text, { texts }, headers) {
    const body = parsedJson(text)
    if (status === 200) {
      if (!Array.isArray(body) || body.length !== texts.length) return { result: 'refused', why: 'Azure 的答复不完整' }
      const metered = Number(headers.get('x-metered-usage') ?? 0)
      return {
        result: 'done',
        texts: new Map(
          texts.map(({ id, format }, index) => [
            id,
            unmarked(textOr(part(body, index, 'translations', 0, 'text')), format),
          ]),
        ),
        ...(metered > 0 ? { chars: metered } : {}),
      }
    }
    const says = textOr(part(body, 'error', 'message'))
    if (status === 401) return { result: 'stopped', why: 'Azure 不认这个密钥', next: '检查密钥和区域' }
    if (status === 403) return { result: 'stopped', why: `Azure 的额度用完了或没有开通：${says}`, next: '检查订阅' }
    // 408: the translation model is still being loaded.
    if (status === 408 || status === 429 || status >= 500) {
      const afterMs = retryAfterMs(headers)
      return { result: 'later', why: `Azure 太忙（${status}）`, ...(afterMs === undefined ? {} : { afterMs }) }
    }
    return { result: 'refused', why: `Azure 拒绝了（${status}）：${says}` }
  },
}
