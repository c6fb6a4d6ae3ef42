import { answers, defineFeature } from '../../define-feature.ts'
import { pricingFeature } from '../pricing/index.ts'
import { storeInUse, storesFeature } from '../stores/index.ts'
import { productsRoutes } from './products.routes.ts'
import { productsService } from './products.service.ts'
import { storeIsUsed } from './products.store.ts'

export const productsFeature = defineFeature({
  name: 'products',
  needs: { pricing: pricingFeature, stores: storesFeature },
  answers: [
    answers(storeInUse, async (_base, tx, storeId) =>
      (await storeIsUsed(tx, storeId)) ? '还有商品认领到这家店铺，请先取消认领或彻底删除' : undefined,
    ),
  ],
  build(base) {
    const service = productsService(base)
    return { api: service, routes: productsRoutes({ db: base.db, service }) }
  },
})
