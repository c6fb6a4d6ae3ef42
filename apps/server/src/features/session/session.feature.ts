import { answers, defineFeature } from '../../define-feature.ts'
import { isRefusal } from '../../platform/refusal.ts'
import { accessFeature } from '../access/index.ts'
import { accountClosed, accountsFeature } from '../accounts/index.ts'
import { noticesFeature } from '../notices/index.ts'
import { operationLogFeature } from '../operation-log/index.ts'
import { storesFeature } from '../stores/index.ts'
import { systemConfigFeature } from '../system-config/index.ts'
import { authenticator } from './authenticate.ts'
import { forgetDevices } from './known-devices.store.ts'
import { handleSessionJobs } from './session.jobs.ts'
import { sessionRoutes } from './session.routes.ts'
import { sessionService } from './session.service.ts'
import { endSessionsOfAccount } from './session.store.ts'
import { smsSender } from './sms-sender.ts'

export const sessionFeature = defineFeature({
  name: 'session',
  needs: {
    config: systemConfigFeature,
    operationLog: operationLogFeature,
    access: accessFeature,
    accounts: accountsFeature,
    notices: noticesFeature,
    stores: storesFeature,
  },
  answers: [
    // Sessions end at their next call; in other processes within a second.
    answers(accountClosed, async ({ clock }, tx, accountId, reason) => {
      await endSessionsOfAccount(tx, accountId, reason, new Date(clock.now()))
      await forgetDevices(tx, accountId, null)
    }),
  ],
  build(base) {
    const { db, config } = base
    const idleMs = async (): Promise<number> => (await config.setting(db.handle, 'session.idleHours')) * 3600_000
    const longestMs = async (): Promise<number> => (await config.setting(db.handle, 'session.longestDays')) * 86_400_000
    const { sendSms } = base.settings
    const service = sessionService({
      ...base,
      sms: smsSender({ ...base, ...(sendSms ? { development: sendSms } : {}) }),
      idleMs,
      keepLogMonths: base.operationLog.keepMonths,
      elementCodes: base.access.elementCodes,
      tellPerson: (tx, notice) => base.notices.tellPerson(tx, notice),
      environment: () => base.stores.environment(),
    })
    handleSessionJobs(base.jobs, db, service.admin)
    const authenticate = authenticator({ ...base, idleMs, longestMs })
    return {
      api: {
        authenticate,
        /** Whether a session is still valid: it ends by logout, suspension or expiry. */
        async isIn(sessionId: string): Promise<boolean> {
          try {
            await authenticate.again(sessionId)
            return true
          } catch (error) {
            if (isRefusal(error)) return false
            throw error
          }
        },
      },
      routes: sessionRoutes({ db, service }),
    }
  },
})
