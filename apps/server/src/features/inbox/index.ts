export { inboxFeature } from './inbox.feature.ts'
export type { Backlog } from './inbox.store.ts'
export type { InboxConsumer, InboxApi, InboxMessageDoc, InboxOutcome } from './inbox.types.ts'
