import type { FieldsOf } from '../fields.ts'
import { UPDATED_AT, VERSION } from '../fields.ts'
import type { ConfigEntry } from './system-config.endpoints.ts'

export const CONFIG_FIELDS = {
  key: { label: '参数', format: 'text' },
  group: { label: '分组', format: 'text' },
  title: { label: '名称', format: 'text' },
  help: { label: '说明', format: 'text' },
  type: {
    label: '类型',
    format: 'choice',
    choices: { text: '文字', number: '数字', boolean: '开关', choice: '选项', secret: '密钥' },
  },
  choices: { label: '选项', format: 'list' },
  unit: { label: '单位', format: 'text' },
  value: { label: '值', format: 'text' },
  defaultValue: { label: '默认值', format: 'text' },
  isDefault: { label: '是默认值', format: 'yes-no' },
  hasSecret: { label: '已保存密钥', format: 'yes-no' },
  updatedAt: UPDATED_AT,
  updatedBy: { label: '修改人', format: 'text' },
  version: VERSION,
} satisfies FieldsOf<ConfigEntry>
