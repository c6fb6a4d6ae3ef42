import type { Page } from 'playwright-core'
import type { Session } from '../browser.ts'
import type { Failed } from './failing.ts'
import type { Wire } from './wire.ts'

/** The activities of the walk, to measure their time. */
export type Part =
  | 'opening'
  | 'loading'
  | 'closing'
  | 'drawing'
  | 'looking'
  | 'accessible'
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
  /** attempts to let each changing call succeed, by path; Infinity once it succeeded */
  succeeded: Map<string, number>
  /** what was checked for accessibility: layers, and how texts are coloured */
  checked: Set<string>
  /** milliseconds by activity */
  spent: Map<Part, number>
  /** the current activity and its start; a nested one is measured separately */
  doing: { part: Part; since: number }
}
