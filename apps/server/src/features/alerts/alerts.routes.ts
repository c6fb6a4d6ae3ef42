import type { alertsEndpoints } from '@huoqiao/contract/alerts/alerts.endpoints'
import type { Db } from '../../db/db.ts'
import type { RoutesOf } from '../../http/handlers.ts'
import type { AlertRulesService } from './alert-rules.service.ts'
import type { ChannelsService } from './channels.service.ts'
import type { MessagesService } from './messages.service.ts'
import type { SendingService } from './sending.service.ts'

export const alertsRoutes = ({
  db,
  channels,
  rules,
  messages,
  sending,
}: {
  db: Db
  channels: ChannelsService
  rules: AlertRulesService
  messages: MessagesService
  sending: SendingService
}): RoutesOf<keyof typeof alertsEndpoints> => ({
  queryAlertChannels: () => channels.queryAlertChannels(db.handle),
  addAlertChannel: (call, input) => call.write((tx) => channels.addAlertChannel(tx, call, input)),
  updateAlertChannel: (call, input) => call.write((tx) => channels.updateAlertChannel(tx, call, input)),
  deleteAlertChannel: (call, input) => call.write((tx) => channels.deleteAlertChannel(tx, call, input)),
  sendTestAlert: (call, input) => sending.sendTestAlert(call, input),
  queryAlertRules: () => rules.queryAlertRules(db.handle),
  addAlertRule: (call, input) => call.write((tx) => rules.addAlertRule(tx, call, input)),
  updateAlertRule: (call, input) => call.write((tx) => rules.updateAlertRule(tx, call, input)),
  deleteAlertRule: (call, input) => call.write((tx) => rules.deleteAlertRule(tx, call, input)),
  queryAlertMessages: (_call, input) => messages.queryAlertMessages(db.handle, input),
  getAlertMessageCountByState: (_call, input) => messages.getAlertMessageCountByState(db.handle, input),
  getAlertMessage: (_call, input) => messages.getAlertMessage(db.handle, input),
  resendAlert: (call, input) => call.write((tx) => messages.resendAlert(tx, call, input)),
})
