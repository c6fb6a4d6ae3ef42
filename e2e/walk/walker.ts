import type { Page } from 'playwright-core'
import type { Session } from '../browser.ts'
import type { Failed } from './failing.ts'
import type { Wire } from './wire.ts'

/** What the walk does, for whoever asks where its time goes. */
export type Part =
  | 'opening'
  | 'loading'
  | 'closing'
  | 'drawing'
  | 'looking'
  | 'pressing'
  | 'typing'
  | 'filling'
  | 'failing'
  | 'succeeding'
  | 'failing pages'
  | 'else'

export type Walker = {
  page: Page
  wire: Wire
  session: Session
  failed: Failed
  /** how often each call that changes something was tried to succeed, by path; Infinity once it did */
  succeeded: Map<string, number>
  /** milliseconds by what they were spent on */
  spent: Map<Part, number>
  /** what is done now, and since when; within it something else may be done, which is told by itself */
  doing: { part: Part; since: number }
}
