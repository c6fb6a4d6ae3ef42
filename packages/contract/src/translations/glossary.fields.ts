import type { FieldsOf } from '../fields.ts'
import { CAN, ID, UPDATED_AT, VERSION } from '../fields.ts'
import type { GlossaryTerm } from './glossary.schema.ts'
import { TERM_KINDS } from './glossary.status.ts'
import { LOCALES } from './translations.status.ts'

export const GLOSSARY_TERM_FIELDS = {
  id: ID,
  kind: { label: '术语类型', format: 'choice', choices: TERM_KINDS },
  source: { label: '术语', format: 'text' },
  target: { label: '译法', format: 'text' },
  locale: { label: '语言', format: 'choice', choices: LOCALES },
  storeId: { label: '店铺', format: 'internal' },
  storeName: { label: '用于店铺', format: 'text' },
  note: { label: '术语说明', format: 'text' },
  updatedBy: { label: '修改人', format: 'text' },
  updatedAt: UPDATED_AT,
  version: VERSION,
  can: CAN,
} satisfies FieldsOf<GlossaryTerm>
