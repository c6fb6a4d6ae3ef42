import type { FieldsOf } from '../fields.ts'
import { CAN, ID, NOTE, UPDATED_AT, VERSION } from '../fields.ts'
import type { Dictionary } from './dictionaries.schema.ts'

export const ENTRY_FIELDS = {
  value: { label: '值', format: 'text' },
  label: { label: '显示的词', format: 'text' },
  color: {
    label: '颜色',
    format: 'choice',
    choices: { waiting: '灰', moving: '蓝', done: '绿', attention: '黄', failed: '红' },
  },
  enabled: { label: '启用', format: 'yes-no' },
} satisfies FieldsOf<Dictionary['entries'][number]>

export const DICTIONARY_FIELDS = {
  id: ID,
  code: { label: '编码', format: 'text' },
  name: { label: '名称', format: 'text' },
  note: NOTE,
  entries: { label: '字典项', format: 'list', fields: ENTRY_FIELDS },
  version: VERSION,
  updatedAt: UPDATED_AT,
  can: CAN,
} satisfies FieldsOf<Dictionary>
