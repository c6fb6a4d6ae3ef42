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
 * Those that can name the words on a picture: a chat model takes a picture as a part of a message. The calls of the others that are used
 * here take texts only (decision 0057).
 */
export const PICTURE_READERS: readonly ProviderKind[] = ['openai']

/** Where each is reached, unless another address is given. */
export const PROVIDER_ADDRESSES: Readonly<Record<ProviderKind, string>> = {
  deepl: 'https://api.deepl.com',
  openai: 'https://api.openai.com/v1',
  google: 'https://translation.googleapis.com',
  azure: 'https://api.cognitive.microsofttranslator.com',
  aliyun: 'https://mt.cn-hangzhou.aliyuncs.com',
}
