import { isRemoteFailure, maskSecrets, observed, sendHttp } from '@huoqiao/connector-kit'
import type { RemoteObserver } from '@huoqiao/connector-kit'
import type { ProviderKind } from '@huoqiao/contract/translations/providers.status'
import type { Clock } from '../../platform/clock.ts'
import { connectionProblem } from '../../platform/connection-problem.ts'
import type { NewId } from '../../platform/ids.ts'
import { aliyunProtocol } from './aliyun.mapping.ts'
import { azureProtocol } from './azure.mapping.ts'
import { deeplProtocol } from './deepl.mapping.ts'
import { googleProtocol } from './google.mapping.ts'
import { openaiProtocol } from './openai.mapping.ts'
import type { OpenProvider, ProviderAnswer, ProviderProtocol, TranslationRequest } from './provider.types.ts'

export const PROTOCOLS: Readonly<Record<ProviderKind, ProviderProtocol>> = {
  deepl: deeplProtocol,
  openai: openaiProtocol,
  google: googleProtocol,
  azure: azureProtocol,
  aliyun: aliyunProtocol,
}

export type ProviderDeps = {
  clock: Clock
  newId: NewId
  remotes: RemoteObserver
  out: { to: { translation: typeof fetch } }
}
/** `isCounted`: the vendor may have translated, and counted, although no answer came. */
export type AskedProvider = ProviderAnswer & { isCounted: boolean; exchange: { request: string; response: string } }

/** Sends one request once. Does not throw when the provider can't be reached or refuses; throws when the signal aborts. */
export async function askProvider(
  deps: ProviderDeps,
  provider: OpenProvider,
  request: TranslationRequest,
  signal?: AbortSignal,
): Promise<AskedProvider> {
  const protocol = PROTOCOLS[provider.kind]
  const { shown, ...post } = protocol.post(provider, request, { nowMs: deps.clock.now(), nonce: deps.newId() })
  try {
    const answer = await observed(deps.remotes, { vendor: 'translation', call: post.call }, async (answered) =>
      answered(
        await sendHttp({
          vendor: 'translation',
          ...post,
          method: 'POST',
          timeoutMs: provider.timeoutMs,
          // It changes nothing, but it costs: a lost answer is counted.
          safe: false,
          maskedRequest: shown,
          fetch: deps.out.to.translation,
          ...(signal === undefined ? {} : { signal }),
        }),
      ),
    )
    const meaning = withoutKey(protocol.answer(answer.status, answer.text, request, answer.headers), provider.key)
    const response = maskSecrets(answer.text, [provider.key]).slice(0, 2_000)
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

/** What a person reads of a failure, and what is kept of it. Vendors may repeat the key in it, and their messages have any length. */
const WHY_CHARS = 400
const withoutKey = (meaning: ProviderAnswer, key: string): ProviderAnswer =>
  'why' in meaning ? { ...meaning, why: maskSecrets(meaning.why, [key]).slice(0, WHY_CHARS) } : meaning
