import type { ProviderKind } from '@huoqiao/contract/translations/providers.status'
import type { VendorRequest } from './vendor.testing.ts'
import { ALIYUN_KEY, ALIYUN_KEY_ID, ALIYUN_REFUSALS } from './vendor-aliyun.testing.ts'
import { AZURE_KEY, AZURE_REFUSALS, AZURE_REGION } from './vendor-azure.testing.ts'
import { DEEPL_KEY, DEEPL_REFUSALS } from './vendor-deepl.testing.ts'
import { GOOGLE_KEY, GOOGLE_REFUSALS } from './vendor-google.testing.ts'
import { CHAT_KEY, CHAT_MODEL, CHAT_REFUSALS } from './vendor-openai.testing.ts'

type Answer = { status: number; body: unknown }
/** Features that all protocols have, with the values of one vendor. */
export type VendorRow = {
  kind: ProviderKind
  key: string
  /** the path of the provider's address */
  path: string
  fields: object
  wrongKey: { why: string; next: string }
  quota: { answer: Answer; why: string }
  busy: Answer
  /** whether its refusals may contain the time until the next attempt (`Retry-After`) */
  saysWhen: boolean
  refusal: { answer: Answer; why: string }
  /** an error with this message, as the vendor writes errors */
  saying: (message: string) => Answer
  /** whether it bills by characters */
  counts: boolean
  /** the source and target language of a request */
  languages: (request: Omit<VendorRequest, 'change'>) => [string, string]
  /** its codes for en, zh-CN */
  sources: [string, string]
  /** its codes for zh-CN, zh-TW, pt-BR, nb */
  targets: [string, string, string, string]
  /** the locales above that it does not translate into */
  unsupported: string[]
}

export const VENDORS: VendorRow[] = [
  {
    kind: 'deepl',
    key: DEEPL_KEY,
    path: '',
    fields: {},
    wrongKey: { why: 'DeepL 不认这个密钥', next: '检查密钥' },
    quota: { answer: DEEPL_REFUSALS.quota, why: 'DeepL 的字符额度用完了' },
    busy: DEEPL_REFUSALS.busy,
    saysWhen: true,
    refusal: { answer: DEEPL_REFUSALS.tooLarge, why: 'Request Entity Too Large' },
    saying: (message) => ({ status: 400, body: { message } }),
    counts: true,
    languages: ({ body }) => [String(body['source_lang']), String(body['target_lang'])],
    sources: ['EN', 'ZH'],
    targets: ['ZH-HANS', 'ZH-HANT', 'PT-BR', 'NB'],
    unsupported: [],
  },
  {
    kind: 'openai',
    key: CHAT_KEY,
    path: '/v1',
    fields: { model: CHAT_MODEL },
    wrongKey: { why: '接口不认这个密钥', next: '检查密钥和接口地址' },
    quota: { answer: CHAT_REFUSALS.quota, why: '接口的余额或额度用完了' },
    busy: CHAT_REFUSALS.busy,
    saysWhen: true,
    refusal: { answer: CHAT_REFUSALS.content, why: 'Input data may contain inappropriate content.' },
    saying: (message) => ({ status: 400, body: { error: { message, type: 'invalid_request_error', code: null } } }),
    counts: false,
    languages({ body }) {
      const messages = body['messages'] as { content: string }[]
      const { from, to } = JSON.parse(messages.at(-1)!.content) as { from: string; to: string }
      return [from, to]
    },
    sources: ['en', 'zh-CN'],
    targets: ['zh-CN', 'zh-TW', 'pt-BR', 'nb'],
    unsupported: [],
  },
  {
    kind: 'google',
    key: GOOGLE_KEY,
    path: '',
    fields: {},
    wrongKey: {
      why: 'Google 不认这个密钥：API key not valid. Please pass a valid API key.',
      next: '检查密钥，并在 Google Cloud 启用 Translation API',
    },
    quota: { answer: GOOGLE_REFUSALS.quota, why: 'Google 的额度用完了' },
    busy: GOOGLE_REFUSALS.busy,
    saysWhen: true,
    refusal: { answer: GOOGLE_REFUSALS.tooLong, why: 'Text too long' },
    saying: (message) => ({
      status: 400,
      body: { error: { code: 400, message, errors: [{ message, domain: 'global', reason: 'invalid' }] } },
    }),
    counts: true,
    languages: ({ body }) => [String(body['source']), String(body['target'])],
    sources: ['en', 'zh-CN'],
    targets: ['zh-CN', 'zh-TW', 'pt', 'no'],
    unsupported: [],
  },
  {
    kind: 'azure',
    key: AZURE_KEY,
    path: '',
    fields: { region: AZURE_REGION },
    wrongKey: { why: 'Azure 不认这个密钥', next: '检查密钥和区域' },
    quota: { answer: AZURE_REFUSALS.quota, why: 'the subscription has exceeded its free quota' },
    busy: AZURE_REFUSALS.busy,
    saysWhen: true,
    refusal: { answer: AZURE_REFUSALS.tooLong, why: 'The input text is too long.' },
    saying: (message) => ({ status: 400, body: { error: { code: 400_000, message } } }),
    counts: true,
    languages: ({ query }) => [String(query.get('from')), String(query.get('to'))],
    sources: ['en', 'zh-Hans'],
    targets: ['zh-Hans', 'zh-Hant', 'pt', 'nb'],
    unsupported: [],
  },
  {
    kind: 'aliyun',
    key: ALIYUN_KEY,
    path: '',
    fields: { keyId: ALIYUN_KEY_ID },
    wrongKey: { why: '阿里云不认这个密钥：Specified signature is not matched', next: '检查 AccessKey' },
    quota: { answer: ALIYUN_REFUSALS.notOpened, why: '阿里云账号欠费或没有开通机器翻译' },
    busy: ALIYUN_REFUSALS.busy,
    saysWhen: false,
    refusal: { answer: ALIYUN_REFUSALS.parameter, why: '必传参数为空或者参数值不正确' },
    saying: (message) => ({ status: 400, body: { Code: 'InvalidParameter', Message: message, RequestId: '1' } }),
    counts: true,
    languages: ({ body }) => [String(body['SourceLanguage']), String(body['TargetLanguage'])],
    sources: ['en', 'zh'],
    targets: ['zh', 'zh-tw', 'pt', 'no'],
    unsupported: ['nb', 'pt-BR'],
  },
]

export const vendorOf = (kind: ProviderKind): VendorRow => VENDORS.find((one) => one.kind === kind)!
