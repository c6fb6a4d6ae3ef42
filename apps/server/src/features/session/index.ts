export { authenticator } from './authenticate.ts'
export { sessionRoutes } from './session.routes.ts'
export { sessionService } from './session.service.ts'
export type { SessionService, SmsSender } from './session.service.ts'
