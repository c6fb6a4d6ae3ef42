import * as z from '../zod.ts'
import { defineEndpoints } from '../endpoint.ts'
import { id, nothing, requiredText } from '../wire.ts'
import { COLLECTED_OFFER_FIELDS } from './collector.fields.ts'
import { collectedAnswer, collectedOffer, collectorKey } from './collector.schema.ts'
import { COLLECT_AT_ONCE, COLLECT_PAGES_MAX, COLLECT_PAGES_PATH } from './collector.words.ts'

const base = '/api/alibaba/product'

/** The browser extension (decision 0051): its keys, and the only call that they allow. */
export const collectorEndpoints = defineEndpoints({
  /** The caller's keys; administrators see those of all accounts. */
  queryCollectorKeys: {
    feature: 'collection',
    method: 'GET',
    path: `${base}/queryCollectorKeys`,
    mode: 'get',
    right: 'granted',
    title: '查询采集密钥',
    logged: false,
    input: z.object({}),
    output: z.array(collectorKey),
    refusals: [],
    lists: ['collector-keys'],
  },
  /** The key is only in this answer; afterwards only its digest is known. */
  createCollectorKey: {
    feature: 'collection',
    method: 'POST',
    path: `${base}/createCollectorKey`,
    mode: 'postjson',
    right: 'granted',
    title: '新建采集密钥',
    logged: true,
    object: 'collector-key',
    input: z.object({ name: requiredText(40) }),
    output: z.object({ id, key: z.string() }),
    refusals: ['too-many-keys'],
    lists: ['collector-keys'],
  },
  withdrawCollectorKey: {
    feature: 'collection',
    method: 'POST',
    path: `${base}/withdrawCollectorKey`,
    mode: 'postjson',
    right: 'granted',
    title: '撤销采集密钥',
    logged: true,
    object: 'collector-key',
    input: z.object({ id }),
    output: nothing,
    refusals: ['not-found', 'state-not-allowed'],
    lists: ['collector-keys'],
  },
  /** Puts product pages into the collection box. Without pages it only checks the key. */
  collectPages: {
    feature: 'collection',
    method: 'POST',
    path: COLLECT_PAGES_PATH,
    mode: 'postjson',
    right: 'collector',
    title: '网页采集',
    logged: true,
    object: 'collected',
    labels: { offers: { label: '货源', format: 'list', fields: COLLECTED_OFFER_FIELDS } },
    bodyMax: COLLECT_PAGES_MAX,
    input: z.object({ offers: z.array(collectedOffer).max(COLLECT_AT_ONCE, `一次最多${COLLECT_AT_ONCE}个商品`) }),
    output: collectedAnswer,
    refusals: ['collector-key-gone', 'no-right', 'too-many'],
    lists: ['collection', 'offers'],
  },
})
