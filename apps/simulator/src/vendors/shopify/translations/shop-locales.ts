import type { Table } from '../../../core.ts'
import type { ShopFacts } from '../demo-shops.ts'
import type { LocaleChange } from './translation.rows.ts'

export type ShopLocaleView = { locale: string; name: string; primary: boolean; published: boolean }

/** A shop has at most this many languages besides its primary one (message of shopLocaleEnable, as observed). */
export const MOST_LOCALES = 20

/** Names of the languages that staff may add, as the vendor's list of languages has them (availableLocales). */
export const AVAILABLE_LOCALES: Readonly<Record<string, string>> = {
  ar: 'Arabic', cs: 'Czech', da: 'Danish', de: 'German', en: 'English', es: 'Spanish', fi: 'Finnish', fr: 'French',
  he: 'Hebrew', hu: 'Hungarian', id: 'Indonesian', it: 'Italian', ja: 'Japanese', ko: 'Korean', nb: 'Norwegian (Bokmål)',
  nl: 'Dutch', pl: 'Polish', 'pt-BR': 'Portuguese (Brazil)', 'pt-PT': 'Portuguese (Portugal)', ro: 'Romanian',
  ru: 'Russian', sv: 'Swedish', th: 'Thai', tr: 'Turkish', uk: 'Ukrainian', vi: 'Vietnamese', 'zh-CN': 'Chinese (Simplified)',
  'zh-TW': 'Chinese (Traditional)',
} // prettier-ignore

/** The languages of a shop: those of the demo data with the changes of its staff, the primary one first. */
export function openLocales(facts: ShopFacts, changes: Table<LocaleChange>) {
  const all = (): ShopLocaleView[] => {
    const given = facts.locales.filter(({ locale }) => !changes.get(locale))
    const changed = Array.from(changes.values()).filter(({ removed }) => !removed)
    return [...given, ...changed]
      .map(({ locale, name, primary, published }) => ({ locale, name, primary, published }))
      .sort((a, b) => Number(b.primary) - Number(a.primary) || a.locale.localeCompare(b.locale))
  }
  return {
    all,
    get: (locale: string): ShopLocaleView | undefined => all().find((row) => row.locale === locale),
    primary: (): string => all().find(({ primary }) => primary)?.locale ?? 'en',
    change: (row: LocaleChange): void => changes.put(row.locale, row),
    clear: (): void => changes.clear(),
  }
}

export type Locales = ReturnType<typeof openLocales>
