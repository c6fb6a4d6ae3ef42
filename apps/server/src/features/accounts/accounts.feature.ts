import { answers, defineFeature } from '../../define-feature.ts'
import { accessFeature, roleHolders } from '../access/index.ts'
import { accountClosed } from './accounts.hooks.ts'
import { accountsRoutes } from './accounts.routes.ts'
import { accountsService } from './accounts.service.ts'
import { countAccountsByRole } from './accounts.store.ts'

export const accountsFeature = defineFeature({
  name: 'accounts',
  needs: { access: accessFeature },
  answers: [answers(roleHolders, (_base, tx, roleIds) => countAccountsByRole(tx, roleIds))],
  build(base) {
    const service = accountsService({
      ...base,
      endSessions: async (tx, accountId, reason) => void (await base.hooks.ask(accountClosed, tx, accountId, reason)),
    })
    return { api: service, routes: accountsRoutes({ db: base.db, service }) }
  },
})
