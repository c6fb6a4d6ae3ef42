export { noticesFeature } from './notices.feature.ts'
export type { NewNotice, NoticesService, PersonalNotice } from './notices.service.ts'
