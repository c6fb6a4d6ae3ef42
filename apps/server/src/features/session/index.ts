export { sessionFeature } from './session.feature.ts'
export type { SessionService } from './session.service.ts'
export { endSessionsOfAccount } from './session.store.ts'
export type { SmsSender } from './sms-sender.ts'
