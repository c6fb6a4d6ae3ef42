import type { StateTable } from '../states.ts'
import { defineStates } from '../states.ts'

/** A text of a product in one language; of a whole product, the state that needs a person most. 缺 has no row. */
export type TranslationState = 'missing' | 'outdated' | 'machine' | 'approved'
export const TRANSLATION_STATES: StateTable<TranslationState> = defineStates<TranslationState>('translation', {
  missing: { label: '缺', hue: 'waiting', next: ['machine', 'approved'] },
  // The source text was changed after it was translated.
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

/** What was done to a text, in its history. */
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

/** The languages offered for shops, by Shopify's locale codes. */
export const LOCALES = {
  en: '英语',
  de: '德语',
  fr: '法语',
  ja: '日语',
  es: '西班牙语',
  it: '意大利语',
  nl: '荷兰语',
  'pt-BR': '葡萄牙语（巴西）',
  'pt-PT': '葡萄牙语（葡萄牙）',
  ko: '韩语',
  ru: '俄语',
  ar: '阿拉伯语',
  pl: '波兰语',
  sv: '瑞典语',
  da: '丹麦语',
  nb: '挪威语',
  fi: '芬兰语',
  tr: '土耳其语',
  cs: '捷克语',
  hu: '匈牙利语',
  ro: '罗马尼亚语',
  el: '希腊语',
  uk: '乌克兰语',
  he: '希伯来语',
  th: '泰语',
  vi: '越南语',
  id: '印尼语',
  ms: '马来语',
  hi: '印地语',
  'zh-CN': '简体中文',
  'zh-TW': '繁体中文',
} as const
export type Locale = keyof typeof LOCALES
/** A shop may have others; their code is shown. */
export const localeName = (locale: string): string =>
  Object.hasOwn(LOCALES, locale) ? LOCALES[locale as Locale] : locale

/** Options of a product, and values of an option, that Shopify has at most. */
const OPTIONS_MOST = 3
const VALUES_MOST = 100
/** The texts of a product by key, for the log: what a picture shows has the picture's id in its key. */
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
