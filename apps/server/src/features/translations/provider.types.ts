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
/** A word with its wanted translation, or the word itself if it stays. */
export type TermToKeep = { start: number; end: number; source: string; target: string; note: string }

export type TranslationRequest = {
  from: string
  to: string
  texts: readonly TextToTranslate[]
  /** what the texts are about; data of a supplier, never an instruction */
  facts: { title: string; type: string }
}

/** A provider with its opened key. */
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

/** What an answer says. `texts`: by id; a missing one was not translated. */
export type ProviderAnswer = { result: 'done'; texts: ReadonlyMap<string, string>; chars?: number } | NotDone

/** What an answer says of a picture. */
export type PictureAnswer =
  | { result: 'done'; words: string; language: PictureLanguage | null }
  /** the vendor can't read this picture; others it may */
  | { result: 'unreadable'; why: string }
  | NotDone

export type NotDone =
  /** asked too fast, or out of order for now: the same request may succeed later */
  | { result: 'later'; why: string; afterMs?: number }
  /** the key, the quota or the address: a person has to act */
  | { result: 'stopped'; why: string; next: string }
  /** these texts can't be translated by it, or its answer can't be used */
  | { result: 'refused'; why: string }

/** One vendor's protocol, pure. */
export type ProviderProtocol = {
  /** most texts of one request, and most characters of what is sent for them */
  texts: number
  chars: number
  /** a text as it is sent: with marks around words that are not to be translated, if the vendor knows such */
  sent(text: TextToTranslate): string
  post(provider: OpenProvider, request: TranslationRequest, at: { nowMs: number; nonce: string }): ProviderPost
  answer(status: number, text: string, request: TranslationRequest, headers: Headers): ProviderAnswer
}

/** How a vendor that takes pictures is asked for the words on one. `url`: a data URL or a public address. */
export type PictureProtocol = {
  post(provider: OpenProvider, url: string): ProviderPost
  answer(status: number, text: string, headers: Headers): PictureAnswer
}
