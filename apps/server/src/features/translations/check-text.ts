import { problemsOf } from './check.rules.ts'
import type { Glossary } from './terms.service.ts'
import { sourceIn } from './units.rules.ts'
import type { SourceField } from './translations.types.ts'

/** What is wrong with a text, by the glossary as it is now. */
export const checked = (source: SourceField, text: string, locale: string, glossary: Glossary) =>
  problemsOf({
    source: sourceIn(source.text, locale, glossary.imperial),
    text,
    locale,
    format: source.format,
    most: source.most,
    terms: glossary.demanded(source.text, locale),
    forbidden: glossary.forbidden(text, locale),
  })
