/** Machine translation services, and chat models with an OpenAI-compatible endpoint. */
export const PROVIDER_KINDS = {
  deepl: 'DeepL',
  openai: '大模型（OpenAI 兼容接口）',
  google: 'Google 翻译',
  azure: 'Azure 翻译',
  aliyun: '阿里云机器翻译',
} as const
export type ProviderKind = keyof typeof PROVIDER_KINDS

/**
 * Kinds that can read the words on a picture: a chat model takes a picture as a part of a message. Of the other kinds, only calls that take texts
 * are used here (decision 0057).
 */
export const PICTURE_READERS: readonly ProviderKind[] = ['openai']

/** Default addresses. */
export const PROVIDER_ADDRESSES: Readonly<Record<ProviderKind, string>> = {
  deepl: 'https://api.deepl.com',
  openai: 'https://api.openai.com/v1',
  google: 'https://translation.googleapis.com',
  azure: 'https://api.cognitive.microsofttranslator.com',
  aliyun: 'https://mt.cn-hangzhou.aliyuncs.com',
}
