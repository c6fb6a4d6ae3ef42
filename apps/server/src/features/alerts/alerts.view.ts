import { alertChannel, alertMessage, alertRule } from '@huoqiao/contract/alerts/alerts.schema'
import type { AlertChannel, AlertMessage, AlertRule } from '@huoqiao/contract/alerts/alerts.schema'
import { wireOf } from '../../platform/wire-of.ts'
import type { AlertRuleRow } from './alert-rules.store.ts'
import type { ChannelRow, LastMessage } from './channels.store.ts'
import type { MessageRow } from './messages.store.ts'

/** Without its secrets: only whether they are stored. */
export const channelView = (
  row: ChannelRow,
  last: LastMessage | undefined,
  ruleNames: readonly string[],
): AlertChannel => ({
  ...wireOf(alertChannel, row),
  hasSecret: row.sealedSecret !== null,
  hasPassword: row.sealedPassword !== null,
  lastState: last?.state ?? null,
  lastReason: last?.reason ?? '',
  lastAt: last?.triedAt?.getTime() ?? null,
  can: {
    updateAlertChannel: true,
    sendTestAlert: true,
    deleteAlertChannel: ruleNames.length === 0 ? true : usedBy(ruleNames),
  },
})

export const usedBy = (ruleNames: readonly string[]): string =>
  `规则${ruleNames.map((name) => `“${name}”`).join('、')}在用`

export const alertRuleView = (row: AlertRuleRow): AlertRule => ({
  ...wireOf(alertRule, row),
  can: { updateAlertRule: true, deleteAlertRule: true },
})

const AGAIN: Readonly<Record<MessageRow['state'], true | string>> = {
  failed: true,
  unknown: true,
  sent: '已经发送',
  sending: '正在发送',
  retrying: '会自动再发',
}

export const messageView = (row: MessageRow): AlertMessage => ({
  ...wireOf(alertMessage, row),
  can: { resendAlert: mayResend(row) },
})

export const mayResend = ({ state, isTest, channelId }: MessageRow): true | string => {
  if (isTest) return '测试不重发，请再按一次“发送测试”'
  return channelId === null ? '渠道已被删除' : AGAIN[state]
}
