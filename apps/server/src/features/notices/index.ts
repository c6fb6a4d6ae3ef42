export { handleNoticeJobs } from './notices.jobs.ts'
export { noticesRoutes } from './notices.routes.ts'
export { noticesService } from './notices.service.ts'
export type { News, NoticesService, PersonalNews } from './notices.service.ts'
