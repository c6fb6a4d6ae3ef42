export { handleNoticeJobs } from './notices.jobs.ts'
export { noticesRoutes } from './notices.routes.ts'
export { noticesService } from './notices.service.ts'
export type { NewNotice, NoticesService, PersonalNotice } from './notices.service.ts'
