export { translationsFeature } from './translations.feature.ts'
export type { ApprovedText, SourceField, TranslationsApi } from './translations.types.ts'
