import { isRemoteFailure, maskSecrets, observed, sendHttp } from '@huoqiao/connector-kit'
import type { RemoteObserver } from '@huoqiao/connector-kit'
import type { ProviderKind } from '@huoqiao/contract/translations/providers.status'
import type { Clock } from '../../platform/clock.ts'
import { connectionProblem } from '../../platform/connection-problem.ts'
import type { NewId } from '../../platform/ids.ts'
import { cut, storable } from '../../platform/storable.ts'
import { aliyunProtocol } from './aliyun.mapping.ts'
import { azureProtocol } from './azure.mapping.ts'
import { deeplProtocol } from './deepl.mapping.ts'
import { googleProtocol } from './google.mapping.ts'
import { openaiPictures, openaiProtocol } from './openai.mapping.ts'
import type {
  NotDone,
  OpenProvider,
  PictureAnswer,
  PictureProtocol,
  ProviderAnswer,
  ProviderPost,
  ProviderProtocol,
  TranslationRequest,
} from './provider.types.ts'

export const PROTOCOLS: Readonly<Record<ProviderKind, ProviderProtocol>> = {
  deepl: deeplProtocol,
  openai: openaiProtocol,
  google: googleProtocol,
  azure: azureProtocol,
  aliyun: aliyunProtocol,
}

/** Only those of `PICTURE_READERS`. */
const PICTURE_PROTOCOLS: Readonly<Partial<Record<ProviderKind, PictureProtocol>>> = { openai: openaiPictures }

export type ProviderDeps = {
  clock: Clock
  newId: NewId
  remotes: RemoteObserver
  out: { to: { translation: typeof fetch } }
}
/** `isCounted`: the vendor may have billed the request, also if the answer was lost. */
export type Asked<A> = (A | NotDone) & { isCounted: boolean; exchange: { request: string; response: string } }
export type AskedProvider = Asked<ProviderAnswer>
export type AskedPicture = Asked<PictureAnswer>

export function askProvider(
  deps: ProviderDeps,
  provider: OpenProvider,
  request: TranslationRequest,
  signal?: AbortSignal,
): Promise<AskedProvider> {
  const protocol = PROTOCOLS[provider.kind]
  const post = protocol.post(provider, request, { nowMs: deps.clock.now(), nonce: deps.newId() })
  return sent(deps, provider, post, (status, text, headers) => protocol.answer(status, text, request, headers), signal)
}

export async function askAboutPicture(
  deps: ProviderDeps,
  provider: OpenProvider,
  url: string,
  signal?: AbortSignal,
): Promise<AskedPicture> {
  const protocol = PICTURE_PROTOCOLS[provider.kind]
  if (protocol === undefined) throw new Error(`${provider.kind} takes no pictures`)
  return sent(
    deps,
    provider,
    protocol.post(provider, url),
    (status, text, headers) => protocol.answer(status, text, headers),
    signal,
  )
}

/** Sends one request once. Does not throw when the provider can't be reached or refuses; throws when the signal aborts. */
async function sent<A extends object>(
  deps: ProviderDeps,
  provider: OpenProvider,
  { shown, ...post }: ProviderPost,
  meaningOf: (status: number, text: string, headers: Headers) => A,
  signal?: AbortSignal,
): Promise<Asked<A>> {
  try {
    const answer = await observed(deps.remotes, { vendor: 'translation', call: post.call }, async (answered) =>
      answered(
        await sendHttp({
          vendor: 'translation',
          ...post,
          method: 'POST',
          timeoutMs: provider.timeoutMs,
          // Not safe to repeat: it changes nothing, but each request is billed, also if its answer is lost.
          safe: false,
          maskedRequest: shown,
          fetch: deps.out.to.translation,
          ...(signal === undefined ? {} : { signal }),
        }),
      ),
    )
    const meaning = withoutKey(storable(meaningOf(answer.status, answer.text, answer.headers)), provider.key)
    const response = cut(maskSecrets(answer.text, [provider.key]), 2_000)
    return { ...meaning, isCounted: answer.status === 200, exchange: { request: shown, response } }
  } catch (error) {
    signal?.throwIfAborted()
    if (!isRemoteFailure(error)) throw error
    const { word, detail } = error
    const problem = connectionProblem(detail.code, '翻译服务')
    const why =
      word === 'unknown-outcome'
        ? `${provider.timeoutMs / 1000} 秒内没有完整的答复`
        : (problem?.why ?? '翻译服务没有答复')
    return { result: 'later', why, isCounted: word === 'unknown-outcome', exchange: { request: shown, response: '' } }
  }
}

/**
 * Longest explanation of a failure that is shown and stored, because vendors' messages have any length. They may contain the key, which is
 * masked.
 */
const WHY_CHARS = 400
const withoutKey = <A extends object>(meaning: A, key: string): A =>
  'why' in meaning && typeof meaning.why === 'string'
    ? { ...meaning, why: cut(maskSecrets(meaning.why, [key]), WHY_CHARS) }
    : meaning
