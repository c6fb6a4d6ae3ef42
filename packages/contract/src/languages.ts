/** The Chinese name of a language by its code: "de" is 德语, "pt-BR" is 葡萄牙语（巴西）. A code that is none is returned unchanged. */
export function languageName(locale: string): string {
  try {
    return SCRIPTS[locale] ?? NAMES.of(locale) ?? locale
  } catch {
    return locale
  }
}

const NAMES = new Intl.DisplayNames(['zh-CN'], { type: 'language', languageDisplay: 'standard' })
/** Shops name the script of Chinese by a country. */
const SCRIPTS: Readonly<Record<string, string>> = { 'zh-CN': '简体中文', 'zh-TW': '繁体中文' }
