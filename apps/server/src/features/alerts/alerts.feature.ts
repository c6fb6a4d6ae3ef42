import { defineFeature, follows } from '../../define-feature.ts'
import { accessFeature } from '../access/index.ts'
import { noticeCreated, noticesFeature } from '../notices/index.ts'
import { systemConfigFeature } from '../system-config/index.ts'
import { alertRulesService } from './alert-rules.service.ts'
import { handleAlertJobs, routeNotice } from './alerts.jobs.ts'
import { alertsRoutes } from './alerts.routes.ts'
import { channelsService } from './channels.service.ts'
import { messagesService } from './messages.service.ts'
import { routingService } from './routing.service.ts'
import { sendingService } from './sending.service.ts'

/** Sends notices to group robots, mailboxes and webhooks, by rules. */
export const alertsFeature = defineFeature({
  name: 'alerts',
  needs: { access: accessFeature, config: systemConfigFeature, notices: noticesFeature },
  consumes: [follows(noticeCreated, routeNotice)],
  build(deps) {
    const channels = channelsService(deps)
    const rules = alertRulesService(deps)
    const messages = messagesService(deps)
    const sending = sendingService({ ...deps, channels })
    handleAlertJobs(deps.jobs, { ...routingService(deps), ...sending, sweep: () => messages.sweep() })
    return { api: {}, routes: alertsRoutes({ db: deps.db, channels, rules, messages, sending }) }
  },
})
