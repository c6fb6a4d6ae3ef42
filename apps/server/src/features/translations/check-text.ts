import type { TextProblem } from '@huoqiao/contract/translations/translations.schema'
import { problemsOf } from './check.rules.ts'
import type { Glossary } from './terms.service.ts'
import { sourceIn } from './units.rules.ts'
import type { KeptText, SourceField } from './translations.types.ts'

/** Origins whose texts must have converted measures: providers get the converted source text, and the marketplace never converts. */
const MUST_CONVERT: readonly KeptText['origin'][] = ['machine', 'marketplace']

/**
 * Problems of a text, by the current glossary. In a language with inches and pounds, a text by a person may also keep the measures of the source,
 * because exported files show those.
 */
export function checked(
  source: SourceField,
  text: string,
  locale: string,
  glossary: Glossary,
  origin: KeptText['origin'] = 'manual',
): TextProblem[] {
  const wanted = sourceIn(source.text, locale, glossary.imperial)
  const against = (sourceText: string): TextProblem[] =>
    problemsOf({
      source: sourceText,
      text,
      locale,
      format: source.format,
      most: source.most,
      terms: glossary.demanded(source.text, locale),
      forbidden: glossary.forbidden(text, locale),
    })
  const problems = against(wanted)
  if (problems.length === 0 || wanted === source.text || MUST_CONVERT.includes(origin)) return problems
  const kept = against(source.text)
  return kept.length < problems.length ? kept : problems
}
