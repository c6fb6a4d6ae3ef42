import type { TermHit } from '@huoqiao/contract/translations/translations.schema'
import { formsOf } from './terms.rules.ts'
import type { Hit } from './terms.rules.ts'

export const termHitView = ({ start, end, term }: Hit): TermHit => ({
  start,
  end,
  source: term.source,
  target: term.kind === 'keep' ? term.source : (formsOf(term)[0] ?? ''),
  kind: term.kind === 'keep' ? 'keep' : 'forced',
  note: term.note,
})
