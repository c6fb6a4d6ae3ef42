import { createHash, createHmac } from 'node:crypto'
import { codeText, parsedJson, part, textOr } from './answer-json.rules.ts'
import type { ProviderProtocol } from './provider.types.ts'

const LANGUAGES: Readonly<Record<string, string>> = {
  'zh-CN': 'zh',
  'zh-TW': 'zh-tw',
  'pt-BR': 'pt',
  'pt-PT': 'pt',
  nb: 'no',
}
const languageOf = (locale: string): string => LANGUAGES[locale] ?? locale
const PATH = '/api/translate/web/ecommerce'
const JSON_TYPE = 'application/json;chrset=utf-8'

/**
 * Error codes of the API gateway are words, those of the translation service are numbers (help.aliyun.com/document_detail/96396.html and the
 * tables of errors of the calls). 10011: the RAM user lacks the permission. 10010 and 10013: the account has not activated the service. 10001,
 * 10002 and 10012: a timeout or an internal failure; retried. 10004, a wrong parameter, is not retried.
 */
const KEY = /^(InvalidAccessKey|SignatureDoesNotMatch|Forbidden|NoPermission|10011$)/i
const ACCOUNT = /Overdue|Arrears|InsufficientBalance|^(10010|10013)$/i
const BUSY = /^(Throttling|(10001|10002|10012)$)/i

/**
 * The e-commerce edition: one text of at most 5,000 characters per request, with the signature of the ROA style: HMAC-SHA1 over method, accept,
 * MD5 of the body, content type, date, the x-acs headers and the path (help.aliyun.com, 机器翻译 签名机制).
 */
export const aliyunProtocol: ProviderProtocol = {
  texts: 1,
  chars: 5_000,
  sent: ({ text }) => text,
  post(provider, request, { nowMs, nonce }) {
    const [one] = request.texts
    const body = JSON.stringify({
      FormatType: one!.format === 'html' ? 'html' : 'text',
      SourceLanguage: languageOf(request.from),
      TargetLanguage: languageOf(request.to),
      SourceText: one!.text,
      Scene: one!.format === 'html' ? 'description' : 'title',
    })
    const md5 = createHash('md5').update(body, 'utf8').digest('base64')
    const date = new Date(nowMs).toUTCString()
    const acs = `x-acs-signature-method:HMAC-SHA1\nx-acs-signature-nonce:${nonce}\nx-acs-version:2019-01-02\n`
    const signed = `POST\napplication/json\n${md5}\n${JSON_TYPE}\n${date}\n${acs}${PATH}`
    const signature = createHmac('sha1', provider.key).update(signed, 'utf8').digest('base64')
    return {
      call: 'aliyun translate',
      url: `${provider.address}${PATH}`,
      headers: {
        accept: 'application/json',
        'content-type': JSON_TYPE,
        'content-md5': md5,
        date,
        'x-acs-signature-method': 'HMAC-SHA1',
        'x-acs-signature-nonce': nonce,
        'x-acs-version': '2019-01-02',
        authorization: `acs ${provider.keyId}:${signature}`,
      },
      body,
      shown: `POST ${provider.address}${PATH} ${request.from} → ${request.to}`,
    }
  },
  answer(status, text, { texts }) {
    const body = parsedJson(text)
    const code = codeText(part(body, 'Code'))
    const translated = part(body, 'Data', 'Translated')
    if (status === 200 && code === '200' && typeof translated === 'string') {
      const count = Number(part(body, 'Data', 'WordCount'))
      return {
        result: 'done',
        texts: new Map([[texts[0]!.id, translated]]),
        ...(Number.isInteger(count) && count > 0 ? { chars: count } : {}),
      }
    }
    const says = textOr(part(body, 'Message'))
    if (KEY.test(code) || status === 401 || status === 403)
      return { result: 'stopped', why: `阿里云不认这个密钥：${says}`, next: '检查 AccessKey，并开通机器翻译' }
    if (ACCOUNT.test(code))
      return { result: 'stopped', why: '阿里云账号欠费或没有开通机器翻译', next: '到阿里云处理，或换一个翻译服务' }
    if (BUSY.test(code) || status === 429 || status >= 500)
      return { result: 'later', why: `阿里云太忙（${code || status}）` }
    return { result: 'refused', why: `阿里云拒绝了（${code || status}）：${says}` }
  },
}
