import type { FieldsOf } from '../fields.ts'
import { CAN, CREATED_AT, ID } from '../fields.ts'
import type { CollectorKey } from './collector.schema.ts'
import { COLLECTOR_KEY_STATES } from './collector.status.ts'

export const COLLECTOR_KEY_FIELDS = {
  id: ID,
  name: { label: '名称', format: 'text' },
  hint: { label: '密钥开头', format: 'text' },
  account: { label: '账号', format: 'text' },
  state: { label: '状态', format: 'choice', choices: COLLECTOR_KEY_STATES },
  createdAt: CREATED_AT,
  lastUsedAt: { label: '最近使用', format: 'time' },
  withdrawnAt: { label: '撤销时间', format: 'time' },
  can: CAN,
} satisfies FieldsOf<CollectorKey>
