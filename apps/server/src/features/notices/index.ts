export { noticesFeature } from './notices.feature.ts'
export { noticeCreated } from './notices.jobs.ts'
export type { NewNotice, NoticesService } from './notices.service.ts'
