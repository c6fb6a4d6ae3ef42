export { workbenchRoutes } from './workbench.routes.ts'
export { workbenchService } from './workbench.service.ts'
