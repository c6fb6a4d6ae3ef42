import { languageName } from '../languages.ts'
import type { StateTable } from '../states.ts'
import { defineStates } from '../states.ts'

/** State of a product's text in one language, or of a whole product: the most urgent state of its texts. 缺 has no row. */
export type TranslationState = 'missing' | 'outdated' | 'machine' | 'approved'
export const TRANSLATION_STATES: StateTable<TranslationState> = defineStates<TranslationState>('translation', {
  missing: { label: '缺', hue: 'waiting', next: ['machine', 'approved'] },
  // The source text changed after the translation.
  outdated: { label: '过期', hue: 'attention', next: ['machine', 'approved'] },
  machine: { label: '机器', hue: 'moving', next: ['approved', 'outdated'] },
  approved: { label: '已审', hue: 'done', next: ['machine', 'outdated'] },
})

/** Where a translated text came from. */
export const TRANSLATION_ORIGINS = {
  marketplace: '1688',
  machine: '机器',
  glossary: '术语',
  memory: '记忆',
  manual: '人工',
} as const
export type TranslationOrigin = keyof typeof TRANSLATION_ORIGINS

/** Steps in the history of a text. */
export const TRANSLATION_ACTIONS = {
  edit: '修改',
  translate: '翻译',
  approve: '通过',
  lock: '锁定',
  unlock: '解锁',
  replace: '查找替换',
  import: '导入',
  glossary: '更新术语',
  undo: '撤销',
} as const
export type TranslationAction = keyof typeof TRANSLATION_ACTIONS

const LOCALE_CODES = [
  'en',
  'de',
  'fr',
  'ja',
  'es',
  'it',
  'nl',
  'pt-BR',
  'pt-PT',
  'ko',
  'ru',
  'ar',
  'pl',
  'sv',
  'da',
  'nb',
  'fi',
  'tr',
  'cs',
  'hu',
  'ro',
  'el',
  'uk',
  'he',
  'th',
  'vi',
  'id',
  'ms',
  'hi',
  'zh-CN',
  'zh-TW',
] as const
export type Locale = (typeof LOCALE_CODES)[number]
/** The languages offered for shops, by Shopify's locale codes. A shop may have others. */
export const LOCALES = Object.fromEntries(LOCALE_CODES.map((code) => [code, languageName(code)])) as Readonly<
  Record<Locale, string>
>

/** Shopify's limits: options of a product, and values of an option. */
const OPTIONS_MOST = 3
const VALUES_MOST = 100
/** Labels of a product's texts by key, for the operation log. Not for pictures, whose keys contain the picture's id. */
export const TRANSLATED_FIELDS: Readonly<Record<string, string>> = {
  title: '标题',
  description: '描述',
  type: '类型',
  tags: '标签',
  seoTitle: 'SEO 标题',
  seoDescription: 'SEO 描述',
  ...Object.fromEntries(
    Array.from({ length: OPTIONS_MOST }, (_, option) => [
      [`option.${option}`, `规格 ${option + 1}`],
      ...Array.from({ length: VALUES_MOST }, (__, value) => [
        `option.${option}.${value}`,
        `规格 ${option + 1} 的第 ${value + 1} 个值`,
      ]),
    ]).flat(),
  ),
}
