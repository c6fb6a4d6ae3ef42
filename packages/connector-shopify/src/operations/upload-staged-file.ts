import { RemoteFailure, exchangeOf, observed, sendHttp } from '@huoqiao/connector-kit'
import type { HttpAnswer, RemoteObserver } from '@huoqiao/connector-kit'
import { wordOfStatus } from '../failures.ts'
import type { StagedTarget } from './stage-uploads.ts'

export type StagedFile = { readonly filename: string; readonly mimeType: string; readonly bytes: Uint8Array }

type Way = {
  readonly signal?: AbortSignal
  readonly fetch?: typeof globalThis.fetch
  readonly observer?: RemoteObserver
}

const CALL = 'staged upload'
const TIMEOUT_MS = 120_000

/**
 * Sends the bytes to a staged target: all parameters first, the file last (reference, section 2). The target is a file store, not the API:
 * no token, no points. Sending twice writes the same file twice, which is harmless.
 */
export const uploadStagedFile = (
  target: Pick<StagedTarget, 'url' | 'parameters'>,
  file: StagedFile,
  way: Way = {},
): Promise<void> =>
  observed(way.observer, { vendor: 'shopify', call: CALL }, (answered) => upload(target, file, way, answered))

async function upload(
  target: Pick<StagedTarget, 'url' | 'parameters'>,
  file: StagedFile,
  { signal, fetch }: Way,
  answered: (answer: HttpAnswer) => HttpAnswer,
): Promise<void> {
  const form = new FormData()
  for (const { name, value } of target.parameters) form.append(name, value)
  form.append('file', new Blob([new Uint8Array(file.bytes)], { type: file.mimeType }), file.filename)
  // The parameters contain a signature, so they are not shown.
  const shown = `POST ${target.url.split('?')[0]}\n${file.filename}, ${file.mimeType}, ${file.bytes.byteLength} bytes`
  const answer = await sendHttp({
    vendor: 'shopify',
    call: CALL,
    url: target.url,
    method: 'POST',
    body: form,
    timeoutMs: TIMEOUT_MS,
    safe: true,
    maskedRequest: shown,
    ...(signal ? { signal } : {}),
    ...(fetch ? { fetch } : {}),
  })
  answered(answer)
  if (answer.status >= 200 && answer.status < 300) return
  const word =
    answer.status === 429 ? 'throttled' : answer.status >= 500 ? wordOfStatus(answer.status, false) : 'rejected'
  throw new RemoteFailure(word, `${CALL}: refused with HTTP ${answer.status}`, {
    vendor: 'shopify',
    call: CALL,
    code: String(answer.status),
    exchange: exchangeOf(shown, answer),
  })
}
