import type { Explanation, RefusalWord } from '@huoqiao/contract'
import { REFUSALS } from '@huoqiao/contract'

export type RefusalDetail = Omit<Explanation, 'refusal' | 'what'> & { msg?: string }

/** A refusal with one of the catalogue's words. Any other thrown error is an internal error (500). */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly word: RefusalWord
  readonly detail: RefusalDetail

  constructor(word: RefusalWord, detail: RefusalDetail = {}) {
    super(detail.msg ?? REFUSALS[word].msg)
    this.word = word
    this.detail = detail
  }
}

export const refuse = (word: RefusalWord, detail?: RefusalDetail): never => {
  throw new Refusal(word, detail)
}

export const isRefusal = (error: unknown): error is Refusal => error instanceof Refusal

/** A field that the person has to correct: code 422 naming the field. */
export const invalidField = (field: string, message: string): Refusal =>
  new Refusal('invalid', { fields: { [field]: message } })
