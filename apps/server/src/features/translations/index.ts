export { translationsFeature } from './translations.feature.ts'
export type { ApprovedText, PictureNeed, SourceField, TranslationsApi } from './translations.types.ts'
