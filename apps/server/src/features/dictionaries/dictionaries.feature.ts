import { defineFeature } from '../../define-feature.ts'
import { entriesInUse } from './dictionaries.hooks.ts'
import { dictionariesRoutes } from './dictionaries.routes.ts'
import { dictionariesService } from './dictionaries.service.ts'

export const dictionariesFeature = defineFeature({
  name: 'dictionaries',
  needs: {},
  build(base) {
    const service = dictionariesService({
      ...base,
      usesOf: (tx, code, entries) => base.hooks.ask(entriesInUse, tx, code, entries),
    })
    return { api: service, routes: dictionariesRoutes({ db: base.db, service }) }
  },
})
