export { noticesFeature } from './notices.feature.ts'
export type { NewNotice, NoticesService } from './notices.service.ts'
