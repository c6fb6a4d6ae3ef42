export { sessionFeature } from './session.feature.ts'
export { endSessionsOfAccount } from './session.store.ts'
export type { SmsSender } from './sms-sender.ts'
