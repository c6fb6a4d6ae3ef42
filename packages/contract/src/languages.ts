/** The Chinese name of a language by its code: "de" is 德语, "pt-BR" is 葡萄牙语（巴西）. An unknown code is returned unchanged. */
export function languageName(locale: string): string {
  try {
    names ??= new Intl.DisplayNames(['zh-CN'], { type: 'language', languageDisplay: 'standard' })
    return OURS[locale] ?? names.of(locale) ?? locale
  } catch {
    return locale
  }
}

/** Created on first use, because it loads some megabytes of Unicode data (decision 0063). */
let names: Intl.DisplayNames | undefined
/** Shops use a country code for the script of Chinese. For the others, a name shorter than Unicode's is usual. */
const OURS: Readonly<Record<string, string>> = { 'zh-CN': '简体中文', 'zh-TW': '繁体中文', nb: '挪威语', id: '印尼语' }
