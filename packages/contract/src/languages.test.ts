import { expect, test } from 'vitest'
import { languageName } from './languages.ts'
import { SEARCH_LANGUAGES } from './marketplace/marketplace.languages.ts'
import { LOCALES } from './translations/translations.status.ts'

test('a language has one name, wherever it is chosen or shown', () => {
  for (const names of [LOCALES, SEARCH_LANGUAGES])
    for (const [locale, name] of Object.entries(names)) expect(name).toBe(languageName(locale))
  expect(LOCALES).toMatchObject({ id: '印尼语', 'pt-BR': '葡萄牙语（巴西）', 'zh-TW': '繁体中文' })
  expect(SEARCH_LANGUAGES.id).toBe('印尼语')
})

test('a language that a shop has beside the offered ones has a name too, and a code that is none stands for itself', () => {
  expect(languageName('sk')).toBe('斯洛伐克语')
  expect(languageName('no code')).toBe('no code')
})
