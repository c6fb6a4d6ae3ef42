import type { FieldsOf } from '../fields.ts'
import { CAN, CREATED_AT, ID } from '../fields.ts'
import type { CollectItem } from './collection.schema.ts'
import { COLLECT_STATES } from './collection.status.ts'
import { OFFER_CARD_FIELDS } from './offer.fields.ts'

export const COLLECT_ITEM_FIELDS = {
  id: ID,
  offerId: { label: '货源编号', format: 'text' },
  state: { label: '状态', format: 'choice', choices: COLLECT_STATES },
  card: { label: '货源', format: 'record', fields: OFFER_CARD_FIELDS },
  error: { label: '失败的原因', format: 'text' },
  link: { label: '货源链接', format: 'text' },
  skuCount: { label: '规格', format: 'count' },
  collectedBy: { label: '采集人', format: 'text' },
  createdAt: CREATED_AT,
  fetchedAt: { label: '采集时间', format: 'time' },
  can: CAN,
} satisfies FieldsOf<CollectItem>
