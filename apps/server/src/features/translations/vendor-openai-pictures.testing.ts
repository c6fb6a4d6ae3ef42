import type { VendorAnswer } from './vendor.testing.ts'

export type Part = { type?: unknown; text?: unknown; image_url?: { url?: unknown } }

const refusal = (message: string, code: string | null, param: string | null = null): VendorAnswer => ({
  status: 400,
  body: { error: { message, type: 'invalid_request_error', param, code } },
})
/**
 * What the endpoint answers for pictures: the codes of platform.openai.com (Responses, Error codes), and the messages as users report them
 * (vllm-project/vllm#11629, CosmosShadow/gptpdf#6).
 */
export const PICTURE_REFUSALS = {
  url: (url: string) => refusal(`Error while downloading ${url}.`, 'invalid_image_url', 'url'),
  format: refusal(
    "You uploaded an unsupported image. Please make sure your image is below 20 MB in size and is of one the following formats: ['png', 'jpeg', 'gif', 'webp'].",
    'sanitizer_server_error',
  ),
  textOnly: refusal(
    'Invalid content type. image_url is only supported by certain models.',
    null,
    'messages.[1].content.[1].type',
  ),
}
const MOST_BYTES = 20 * 1024 * 1024

/** The address of a picture with these words. */
export const pictureOf = (words: string, language = 'zh'): string =>
  `https://pictures.example/${language}/${encodeURIComponent(words)}.jpg`
/** An address that the vendor can't download. */
export const BROKEN_PICTURE = 'https://pictures.example/gone/1.jpg'
/** The words on every picture that is sent as data. */
export const WORDS_OF_DATA = 'Made in Yiwu'

/** A picture as a part of a message (platform.openai.com, Images and vision): a public address, or Base64 in a data URL. */
export function pictureAnswer(parts: readonly Part[]): VendorAnswer | { words: string; language: string } {
  const [picture] = parts.filter(({ type }) => type === 'image_url')
  const url = picture?.image_url?.url
  if (typeof url !== 'string' || parts.some(({ type }) => type !== 'image_url' && type !== 'text'))
    return refusal("Invalid type for 'messages[1].content[1]'.", 'invalid_type')
  const [, mime, data] = /^data:image\/(\w+);base64,(.+)$/.exec(url) ?? []
  if (data !== undefined) {
    const bytes = Buffer.from(data, 'base64')
    const isJpeg = mime === 'jpeg' && bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))
    return isJpeg && bytes.length < MOST_BYTES ? { words: WORDS_OF_DATA, language: 'en' } : PICTURE_REFUSALS.format
  }
  if (!/^https?:\/\//.test(url) || url === BROKEN_PICTURE) return PICTURE_REFUSALS.url(url)
  const [, language = '', words = ''] = /example\/([\w-]*)\/([^/]*)\.jpg$/.exec(url) ?? []
  return { words: decodeURIComponent(words), language }
}
