import { notice } from '@huoqiao/contract/notices/notices.endpoints'
import { NOTICE_KINDS } from '@huoqiao/contract/notices/notices.status'
import type { Notice, WarningRule } from '@huoqiao/contract/notices/notices.endpoints'
import type { RuleKind } from '@huoqiao/contract/notices/notices.status'
import { wireOf } from '../../platform/wire-of.ts'
import { RULES } from './notices.rules.ts'
import type { NoticeRow, RuleRow } from './notices.store.ts'

export function ruleView(kind: RuleKind, row: RuleRow | undefined): WarningRule {
  const definition = RULES[kind]
  return {
    kind,
    title: NOTICE_KINDS[kind],
    help: definition.help,
    enabled: row?.enabled ?? true,
    threshold: row ? row.threshold : definition.threshold,
    unit: definition.unit,
    level: row?.level ?? definition.level,
    roleIds: row?.roleIds ?? [],
    version: row?.version ?? 0,
  }
}

export const noticeView = (row: NoticeRow): Notice => wireOf(notice, row)
