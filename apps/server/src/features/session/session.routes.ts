import type { RoutesOf } from '../../http/handlers.ts'
import type { SessionService } from './session.service.ts'

type Names = 'getResourceType' | 'sendSmsCode' | 'login' | 'logout' | 'safe_userMession' | 'safe_updatePassword'

export const sessionRoutes = ({ service }: { service: SessionService }): RoutesOf<Names> => ({
  getResourceType: (call, input) => service.resourceType(call, input.userAccount),
  sendSmsCode: (call, input) => service.sendCode(call, input.userAccount),
  login: (call, input) => service.login(call, input),
  logout: (call) => service.logout(call),
  safe_userMession: (call) => service.whoAmI(call),
  safe_updatePassword: (call, input) => service.updatePassword(call, input),
})
