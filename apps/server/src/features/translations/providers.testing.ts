import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as bodyOf } from 'node:stream/consumers'

export const DEEPL_KEY = '279a2e9d-83b3-c416-7e2d-f721593e42a0:fx'
export const CHAT_KEY = 'sk-proj-test-0123456789'

/** What the next requests get instead of a translation. */
export type Fault =
  | { status: number; body: unknown; headers?: Record<string, string> }
  /** the connection breaks, or no answer comes until the client gives up */
  | 'break'
  | 'silent'
  /** every translated text is changed */
  | { change: (text: string, locale: string) => string }
  /** the content of a chat model's message as it is */
  | { content: string; finish?: string }

type Request = { path: string; headers: IncomingMessage['headers']; body: Record<string, unknown> }

/**
 * Speaks as DeepL (`POST /v2/translate`, developers.deepl.com) and as an OpenAI-compatible endpoint (`POST /v1/chat/completions`) do:
 * statuses, error bodies and shapes from their documents. Its translations have every word in brackets with the language, so that numbers,
 * tags and placeholders are where they were.
 */
export async function openProviders() {
  const requests: Request[] = []
  const faults: Fault[] = []
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = JSON.parse(await bodyOf(request)) as Record<string, unknown>
    const path = new URL(request.url ?? '/', 'http://provider').pathname
    requests.push({ path, headers: request.headers, body })
    const fault = faults.shift()
    if (fault === 'break') {
      request.socket.destroy()
      return
    }
    if (fault === 'silent') return
    const reply = (status: number, answer: unknown, headers: Record<string, string> = {}): void => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(answer))
    }
    if (fault && 'status' in fault) {
      reply(fault.status, fault.body, fault.headers)
      return
    }
    if (path === '/v2/translate') deepl(request, body, fault, reply)
    else if (path === '/v1/chat/completions') chat(request, body, fault, reply)
    else reply(404, { message: 'not found' })
  }
  const server = createServer((request, response) => void handle(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    force: (...next: Fault[]) => void faults.push(...next),
    /** Forgets what earlier tests asked for and did not get. */
    forget() {
      faults.length = 0
      requests.length = 0
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

type Reply = (status: number, answer: unknown) => void
const LATIN_WORD = /(<[^>]*>|\{\{[^{}]*\}\}|&\w+;)|([A-Za-z]{2,})|\p{Script=Han}+/gu
const SAMPLES: Readonly<Record<string, string>> = { ja: 'です', ko: '입니다', ru: 'слово', zh: '词' }
/** Units stay, and every other word becomes one of the language. */
const KEPT = /^(cm|mm|kg|ml|in|lb|ft|oz|mah)$/i

export function translatedInto(text: string, locale: string): string {
  const language = locale.toLowerCase().split('-')[0]!
  const word = SAMPLES[language]
  return text.replaceAll(LATIN_WORD, (all, mark: string | undefined, latin: string | undefined) => {
    if (mark !== undefined) return all
    if (latin !== undefined && KEPT.test(latin)) return all
    return word ?? `${(latin ?? 'wort').toLowerCase()}${language}`
  })
}

function deepl(request: IncomingMessage, body: Record<string, unknown>, fault: Fault | undefined, reply: Reply): void {
  if (request.headers.authorization !== `DeepL-Auth-Key ${DEEPL_KEY}`) return reply(403, { message: 'Forbidden' })
  const {
    text,
    target_lang: target,
    tag_handling: handling,
  } = body as {
    text: string[]
    target_lang: string
    tag_handling: string
  }
  if (!Array.isArray(text) || text.length > 50) return reply(400, { message: 'Bad request. Reason: too many texts.' })
  const change = fault && typeof fault === 'object' && 'change' in fault ? fault.change : (one: string) => one
  // Marked words are left alone, as DeepL does with `translate="no"`.
  const made = text.map((one) =>
    one
      .split(/(<span translate="no"[^>]*>[^<]*<\/span>)/)
      .map((piece) => (piece.startsWith('<span translate') ? piece : translatedInto(piece, target)))
      .join(''),
  )
  return reply(200, {
    translations: made.map((one, index) => ({
      detected_source_language: 'EN',
      text: handling === 'html' ? change(one, target) : one,
      billed_characters: text[index]!.length,
    })),
  })
}

function chat(request: IncomingMessage, body: Record<string, unknown>, fault: Fault | undefined, reply: Reply): void {
  if (request.headers.authorization !== `Bearer ${CHAT_KEY}`)
    return reply(401, {
      error: { message: 'Incorrect API key provided', type: 'invalid_request_error', code: 'invalid_api_key' },
    })
  const messages = body['messages'] as { role: string; content: string }[]
  const asked = JSON.parse(messages.at(-1)!.content) as {
    to: string
    glossary: { source?: string; target?: string }[]
    items: { id: string; text: string }[]
  }
  const change = fault && typeof fault === 'object' && 'change' in fault ? fault.change : (one: string) => one
  const translations = asked.items.map(({ id, text }) => {
    let made = translatedInto(text, asked.to)
    for (const { target } of asked.glossary) if (target) made = `${made} ${target}`
    return { id, text: change(made, asked.to) }
  })
  const own = fault && typeof fault === 'object' && 'content' in fault ? fault : undefined
  return reply(200, {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    choices: [
      {
        index: 0,
        finish_reason: own?.finish ?? 'stop',
        message: { role: 'assistant', content: own?.content ?? JSON.stringify({ translations }) },
      },
    ],
    usage: { prompt_tokens: 10, completion_tokens: 10, total_tokens: 20 },
  })
}
