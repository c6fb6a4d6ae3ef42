import type { Vendor, VendorAnswer } from './vendor.testing.ts'
import { pictureAnswer, PICTURE_REFUSALS } from './vendor-openai-pictures.testing.ts'
import type { Part } from './vendor-openai-pictures.testing.ts'
import { translatedInto } from './vendor-words.testing.ts'

export const CHAT_KEY = 'sk-proj-test-0123456789'
export const CHAT_MODEL = 'any-model'
/** A model that accepts no pictures. */
export const TEXT_MODEL = 'text-model'

const refusal = (status: number, code: string, type: string, message: string): VendorAnswer => ({
  status,
  body: { error: { message, type, param: null, code } },
})
/** platform.openai.com, Error codes; the last is that of Model Studio's compatible endpoint (help.aliyun.com, 百炼 错误信息). */
export const CHAT_REFUSALS = {
  key: refusal(401, 'invalid_api_key', 'invalid_request_error', 'Incorrect API key provided'),
  busy: refusal(429, 'rate_limit_exceeded', 'requests', 'Rate limit reached for requests'),
  quota: refusal(429, 'insufficient_quota', 'insufficient_quota', 'You exceeded your current quota'),
  content: refusal(
    400,
    'data_inspection_failed',
    'data_inspection_failed',
    'Input data may contain inappropriate content.',
  ),
}

/** `POST /v1/chat/completions` (platform.openai.com, Chat Completions) with a model that follows our prompt. */
export const openai: Vendor = ({ headers, body, change }) => {
  if (headers.authorization !== `Bearer ${CHAT_KEY}`) return CHAT_REFUSALS.key
  if (body['model'] !== CHAT_MODEL && body['model'] !== TEXT_MODEL)
    return refusal(404, 'model_not_found', 'invalid_request_error', `The model does not exist`)
  const messages = body['messages'] as { role: string; content: string | Part[] }[]
  const format = (body['response_format'] as { type?: string } | undefined)?.type
  if (format === 'json_object' && !/json/i.test(JSON.stringify(messages)))
    return refusal(
      400,
      'invalid_request',
      'invalid_request_error',
      "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.",
    )
  const { content } = messages.at(-1)!
  if (typeof content !== 'string') {
    const read = body['model'] === TEXT_MODEL ? PICTURE_REFUSALS.textOnly : pictureAnswer(content)
    if ('status' in read) return read
    const answer = { ...read, words: change(read.words, '') }
    return { status: 200, body: completion(JSON.stringify(answer)) }
  }
  const asked = JSON.parse(content) as {
    to: string
    glossary: { source?: string; target?: string }[]
    items: { id: string; text: string }[]
  }
  const translations = asked.items.map(({ id, text }) => {
    let made = translatedInto(text, asked.to)
    for (const { target } of asked.glossary) if (target) made = `${made} ${target}`
    return { id, text: change(made, asked.to) }
  })
  return { status: 200, body: completion(JSON.stringify({ translations })) }
}

export const completion = (content: string, finish = 'stop'): object => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  choices: [{ index: 0, finish_reason: finish, message: { role: 'assistant', content } }],
  usage: { prompt_tokens: 10, completion_tokens: 10, total_tokens: 20 },
})
