import { cut } from '../../platform/storable.ts'
import { parsedJson, part, retryAfterMs, textOr } from './answer-json.rules.ts'
import { markedHtml, unmarked } from './markup.rules.ts'
import type { ProviderProtocol } from './provider.types.ts'

/** DeepL has regional variants only for target languages. */
const TARGETS: Readonly<Record<string, string>> = { en: 'EN-US', 'zh-CN': 'ZH-HANS', 'zh-TW': 'ZH-HANT' }
const targetOf = (locale: string): string => TARGETS[locale] ?? locale.toUpperCase()
const sourceOf = (locale: string): string => locale.split('-')[0]!.toUpperCase()

/** DeepL has no setting for the tone except formality. */
const formalityOf = (tone: string): object =>
  /正式|formal/i.test(tone) ? { formality: /非正式|informal|口语/i.test(tone) ? 'prefer_less' : 'prefer_more' } : {}

/** `POST /v2/translate` (developers.deepl.com): at most 50 texts and 128 KiB per request. */
export const deeplProtocol: ProviderProtocol = {
  texts: 50,
  chars: 40_000,
  sent: markedHtml,
  post: (provider, request) => ({
    call: 'deepl translate',
    url: `${provider.address}/v2/translate`,
    headers: { authorization: `DeepL-Auth-Key ${provider.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      text: request.texts.map(markedHtml),
      source_lang: sourceOf(request.from),
      target_lang: targetOf(request.to),
      tag_handling: 'html',
      preserve_formatting: true,
      show_billed_characters: true,
      context: cut(request.facts.title, 300),
      ...formalityOf(provider.tone),
    }),
    shown: `POST ${provider.address}/v2/translate ${sourceOf(request.from)} → ${targetOf(request.to)}`,
  }),
  answer(status, text, { texts }, headers) {
    if (status === 200) {
      const found = part(parsedJson(text), 'translations')
      if (!Array.isArray(found) || found.length !== texts.length)
        return { result: 'refused', why: 'DeepL 的答复不完整' }
      const billed = found.map((one) => part(one, 'billed_characters'))
      return {
        result: 'done',
        texts: new Map(
          texts.map(({ id, format }, index) => [id, unmarked(textOr(part(found[index], 'text')), format)]),
        ),
        ...(billed.every((n) => typeof n === 'number') ? { chars: billed.reduce((sum, n) => sum + n, 0) } : {}),
      }
    }
    if (status === 403)
      return {
        result: 'stopped',
        why: 'DeepL 不认这个密钥',
        next: '检查密钥；免费版的地址是 https://api-free.deepl.com',
      }
    if (status === 456) return { result: 'stopped', why: 'DeepL 的字符额度用完了', next: '提高额度，或换一个翻译服务' }
    if (status === 429 || status >= 500) {
      const afterMs = retryAfterMs(headers)
      return { result: 'later', why: `DeepL 太忙（${status}）`, ...(afterMs === undefined ? {} : { afterMs }) }
    }
    return { result: 'refused', why: `DeepL 拒绝了（${status}）：${textOr(part(parsedJson(text), 'message'))}` }
  },
}
