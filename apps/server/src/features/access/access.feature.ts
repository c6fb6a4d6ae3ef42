import { defineFeature } from '../../define-feature.ts'
import { roleHolders } from './access.hooks.ts'
import { accessRoutes } from './access.routes.ts'
import { accessService } from './access.service.ts'

export const accessFeature = defineFeature({
  name: 'access',
  needs: {},
  build(base) {
    const service = accessService({
      ...base,
      accountsOfRoles: async (tx, ids) =>
        new Map((await base.hooks.ask(roleHolders, tx, ids)).flatMap((held) => [...held])),
    })
    return { api: service, routes: accessRoutes({ db: base.db, service }) }
  },
})
