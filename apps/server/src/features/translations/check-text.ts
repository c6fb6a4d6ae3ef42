import type { TextProblem } from '@huoqiao/contract/translations/translations.schema'
import { problemsOf } from './check.rules.ts'
import type { Glossary } from './terms.service.ts'
import { sourceIn } from './units.rules.ts'
import type { KeptText, SourceField } from './translations.types.ts'

/** Whoever made these was given the converted measures, or knows nothing of them. */
const MUST_CONVERT: readonly KeptText['origin'][] = ['machine', 'marketplace']

/**
 * What is wrong with a text, by the glossary as it is now. In a language with inches and pounds a person may also keep the measures of the
 * source, which is what exported files show.
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
