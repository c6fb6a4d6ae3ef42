import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { Vendor, VendorAnswer, VendorRequest } from './vendor.testing.ts'
import { translatedHtml, translatedInto } from './vendor-words.testing.ts'

export const ALIYUN_KEY_ID = 'LTAI5tTestTestTestTest'
export const ALIYUN_KEY = 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5'

const refusal = (status: number, code: string, message: string): VendorAnswer => ({
  status,
  body: { Code: code, Message: message, RequestId: '3AD51F66-4829-1E47-93F7-03BE3C0428F3' },
})
/**
 * The gateway refuses with an HTTP status and a named code; the translation itself answers with status 200 and a numeric code
 * (help.aliyun.com/document_detail/96396.html, 机器翻译调用常见问题, and the table of errors of each call).
 */
export const ALIYUN_REFUSALS = {
  keyId: refusal(404, 'InvalidAccessKeyId.NotFound', 'Specified access key is not found.'),
  key: refusal(400, 'SignatureDoesNotMatch', 'Specified signature is not matched with our calculation.'),
  busy: refusal(400, 'Throttling.User', 'Request was denied due to user flow control.'),
  timeout: refusal(200, '10001', '请求超时'),
  system: refusal(200, '10002', '系统错误'),
  parameter: refusal(200, '10004', '必传参数为空或者参数值不正确'),
  pair: refusal(200, '10005', '译文翻译语言方向不支持'),
  failed: refusal(200, '10007', '翻译失败'),
  tooLong: refusal(200, '10008', '译文长度超过限制'),
  notOpened: refusal(200, '10013', '账号服务没有开通'),
}

const PATH = '/api/translate/web/ecommerce'
const SCENES = ['title', 'description', 'communication', 'medical', 'social', 'finance']
/** Language pairs for titles and descriptions (help.aliyun.com/document_detail/158291.html); the edition's other pairs are for other scenes. */
const PAIRS = new Map([
  ['zh', 'en ja id th vi ms zh-tw yue es fr ru'.split(' ')],
  ['en', 'zh ru ja ko ar hi he pl nl tr fr es it de th id vi ms zh-tw'.split(' ')],
  ['ja', ['zh']],
  ['zh-tw', ['zh']],
  ['ms', ['en']],
])
const FIFTEEN_MINUTES_MS = 15 * 60_000

/**
 * The signature of ROA style (alibabacloud.com/help/doc-detail/108552.htm, Machine Translation: Signature mechanism): Base64 of HMAC-SHA1
 * over verb, Accept, Content-MD5, Content-Type and Date, each with a line feed, then all x-acs headers in order, then the path.
 */
function signatureOf({ headers, path, query }: VendorRequest, secret: string): string {
  const acs = Object.keys(headers)
    .filter((name) => name.startsWith('x-acs-'))
    .sort()
    .map((name) => `${name}:${String(headers[name]).trim()}\n`)
  const sorted = [...query].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, value]) => `${name}=${value}`)
  const resource = sorted.length === 0 ? path : `${path}?${sorted.join('&')}`
  const lines = ['POST', headers.accept, headers['content-md5'], headers['content-type'], headers.date].map(String)
  return createHmac('sha1', secret)
    .update(`${lines.map((line) => `${line}\n`).join('')}${acs.join('')}${resource}`)
    .digest('base64')
}

/** The gateway's refusal, if the request is invalid. A nonce may be used only once. */
function refusedAtGateway(request: VendorRequest, nonces: Set<string>): VendorAnswer | undefined {
  const { headers, raw } = request
  const [, keyId, signature = ''] = /^acs ([^:]+):(.+)$/.exec(headers.authorization ?? '') ?? []
  if (headers.accept !== 'application/json') return refusal(400, 'NotAcceptable', 'Accept must be application/json.')
  if (headers['x-acs-signature-method'] !== 'HMAC-SHA1' || headers['x-acs-version'] !== '2019-01-02')
    return refusal(400, 'InvalidParameter', 'The specified signature method or version is not valid.')
  if (headers['content-md5'] !== createHash('md5').update(raw).digest('base64'))
    return refusal(400, 'ContentMD5NotMatched', 'Content-MD5 does not match the body.')
  if (!(Math.abs(Date.now() - Date.parse(headers.date ?? '')) < FIFTEEN_MINUTES_MS))
    return refusal(400, 'InvalidTimeStamp.Expired', 'Specified time stamp or date value is expired.')
  const nonce = String(headers['x-acs-signature-nonce'] ?? '')
  if (nonce === '' || nonces.has(nonce))
    return refusal(400, 'SignatureNonceUsed', 'Specified signature nonce was used.')
  nonces.add(nonce)
  if (keyId !== ALIYUN_KEY_ID) return ALIYUN_REFUSALS.keyId
  const right = Buffer.from(signatureOf(request, ALIYUN_KEY))
  const given = Buffer.from(signature)
  return right.length === given.length && timingSafeEqual(right, given) ? undefined : ALIYUN_REFUSALS.key
}

/**
 * `POST /api/translate/web/ecommerce` (alibabacloud.com/help, Machine Translation: Using REST API, and the call guide of the professional
 * edition): one text of at most 5,000 characters as `String.length` of Java counts them, which is also what is billed.
 */
export function openAliyun(): Vendor {
  const nonces = new Set<string>()
  return (request) => {
    if (request.path !== PATH) return refusal(404, 'InvalidAction.NotFound', 'Specified api is not found.')
    const refused = refusedAtGateway(request, nonces)
    if (refused !== undefined) return refused
    const {
      FormatType: format,
      SourceLanguage: from,
      TargetLanguage: to,
      SourceText: text,
      Scene: scene,
    } = request.body
    if (typeof text !== 'string' || text === '' || typeof from !== 'string' || typeof to !== 'string')
      return ALIYUN_REFUSALS.parameter
    if ((format !== 'text' && format !== 'html') || !SCENES.includes(String(scene))) return ALIYUN_REFUSALS.parameter
    if (text.length > 5_000) return ALIYUN_REFUSALS.tooLong
    if (!PAIRS.get(from)?.includes(to)) return ALIYUN_REFUSALS.pair
    const made = format === 'html' ? translatedHtml(text, to, 'notranslate') : translatedInto(text, to)
    return {
      status: 200,
      body: {
        RequestId: '86D18195-D89C-4C8C-9DC4-5FCE789CE6D5',
        Data: { WordCount: String(text.length), Translated: request.change(made, to) },
        Code: '200',
      },
      billed: text.length,
    }
  }
}
