import type { FieldsOf } from '../fields.ts'
import { VERSION } from '../fields.ts'
import type { WarningRule } from './notices.endpoints.ts'
import { NOTICE_KINDS, NOTICE_LEVELS } from './notices.status.ts'

export const WARNING_RULE_FIELDS = {
  kind: { label: '类型', format: 'choice', choices: NOTICE_KINDS },
  title: { label: '名称', format: 'text' },
  help: { label: '说明', format: 'text' },
  enabled: { label: '启用', format: 'yes-no' },
  threshold: { label: '阈值', format: 'count' },
  unit: { label: '单位', format: 'text' },
  level: { label: '级别', format: 'choice', choices: NOTICE_LEVELS },
  roleIds: { label: '通知的角色', format: 'list' },
  version: VERSION,
} satisfies FieldsOf<WarningRule>
