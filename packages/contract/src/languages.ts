/** The Chinese name of a language by its code: "de" is 德语, "pt-BR" is 葡萄牙语（巴西）. A code that is none is returned unchanged. */
export function languageName(locale: string): string {
  try {
    names ??= new Intl.DisplayNames(['zh-CN'], { type: 'language', languageDisplay: 'standard' })
    return OURS[locale] ?? names.of(locale) ?? locale
  } catch {
    return locale
  }
}

/** Made when the first name is asked for: it loads some megabytes of Unicode's data (decision 0063). */
let names: Intl.DisplayNames | undefined
/** Shops name the script of Chinese by a country; the others have shorter names in use. */
const OURS: Readonly<Record<string, string>> = { 'zh-CN': '简体中文', 'zh-TW': '繁体中文', nb: '挪威语', id: '印尼语' }
