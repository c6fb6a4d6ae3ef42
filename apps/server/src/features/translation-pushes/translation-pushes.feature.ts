import { defineFeature } from '../../define-feature.ts'
import { listingsFeature } from '../listings/index.ts'
import { productsFeature } from '../products/index.ts'
import { storesFeature } from '../stores/index.ts'
import { translationsFeature } from '../translations/index.ts'
import { pushActs } from './push.act.ts'
import type { InHand } from './push.act.ts'
import { pushItems } from './push-items.service.ts'
import { pushPreview } from './push-preview.service.ts'
import { pushRecord } from './push-record.service.ts'
import { pushRequests } from './push-requests.service.ts'
import { pushRunner } from './push-runner.service.ts'
import { pushWatch } from './push-watch.service.ts'
import { pushService } from './push.service.ts'
import { shopReading } from './shop-reading.service.ts'
import { handleTranslationPushJobs } from './translation-pushes.jobs.ts'
import { translationPushesRoutes } from './translation-pushes.routes.ts'
import { undoService } from './undo.service.ts'

/** Writes approved translations into the shops: compares text by text first, writes at most once, and can undo it. */
export const translationPushesFeature = defineFeature({
  name: 'translation-pushes',
  needs: {
    products: productsFeature,
    stores: storesFeature,
    listings: listingsFeature,
    translations: translationsFeature,
  },
  build(base) {
    const deps = { ...base, texts: base.listings.texts }
    const reading = shopReading(deps)
    const record = pushRecord(deps)
    const inHand: InHand = new Map()
    const pusher = pushService({ ...deps, reading })
    const undoer = undoService(deps)
    const pushes = pushActs({ ...deps, pusher, undoer, record, inHand })
    const items = pushItems({ ...deps, pushes, inHand })
    handleTranslationPushJobs(base.jobs, pushRunner({ ...deps, items, record }))
    return {
      api: {},
      routes: translationPushesRoutes({
        preview: pushPreview({ ...deps, reading }),
        requests: pushRequests({ ...deps, record }),
        watch: pushWatch(deps),
      }),
    }
  },
})
