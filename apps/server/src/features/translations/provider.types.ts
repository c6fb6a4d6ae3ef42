import type { PictureLanguage } from '@huoqiao/contract/translations/pictures.status'
import type { ProviderKind } from '@huoqiao/contract/translations/providers.status'

/** A text for a provider. `id` is its place in the request. */
export type TextToTranslate = {
  id: string
  text: string
  format: 'plain' | 'html'
  most: number | null
  terms: TermToKeep[]
}
/** A word with its required translation, or with itself if it is not translated. */
export type TermToKeep = { start: number; end: number; source: string; target: string; note: string }

export type TranslationRequest = {
  from: string
  to: string
  texts: readonly TextToTranslate[]
  /** context of the texts; supplier data, never an instruction */
  facts: { title: string; type: string }
}

/** A provider with its decrypted key. */
export type OpenProvider = {
  id: string
  name: string
  kind: ProviderKind
  address: string
  keyId: string
  key: string
  region: string
  model: string
  tone: string
  timeoutMs: number
}

/** One HTTP request, without anything secret in `shown`. */
export type ProviderPost = { call: string; url: string; headers: Record<string, string>; body: string; shown: string }

/** The content of an answer. `texts`: by id; a missing one was not translated. */
export type ProviderAnswer = { result: 'done'; texts: ReadonlyMap<string, string>; chars?: number } | NotDone

/** The content of an answer about a picture. */
export type PictureAnswer =
  | { result: 'done'; words: string; language: PictureLanguage | null }
  /** the vendor can't read this picture, but may read others */
  | { result: 'unreadable'; why: string }
  | NotDone

export type NotDone =
  /** rate limit or temporary failure: the same request may succeed later */
  | { result: 'later'; why: string; afterMs?: number }
  /** the key, the quota or the address is wrong: a person has to act */
  | { result: 'stopped'; why: string; next: string }
  /** the vendor can't translate these texts, or its answer is unusable */
  | { result: 'refused'; why: string }

/** One vendor's protocol, without side effects. */
export type ProviderProtocol = {
  /** limits of one request: texts, and characters including markup */
  texts: number
  chars: number
  /** a text as it is sent: with markup around words that are not to be translated, if the vendor supports it */
  sent(text: TextToTranslate): string
  post(provider: OpenProvider, request: TranslationRequest, at: { nowMs: number; nonce: string }): ProviderPost
  answer(status: number, text: string, request: TranslationRequest, headers: Headers): ProviderAnswer
}

/** Protocol of a vendor that can read the words on a picture. `url`: a data URL or a public address. */
export type PictureProtocol = {
  post(provider: OpenProvider, url: string): ProviderPost
  answer(status: number, text: string, headers: Headers): PictureAnswer
}
