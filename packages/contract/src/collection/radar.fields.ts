import type { FieldsOf } from '../fields.ts'
import { ID } from '../fields.ts'
import type { SourceChange } from './radar.endpoints.ts'
import { SOURCE_CHANGES } from './radar.words.ts'

export const SOURCE_CHANGE_FIELDS = {
  id: ID,
  offerId: { label: '货源编号', format: 'text' },
  kind: { label: '变动', format: 'choice', choices: SOURCE_CHANGES },
  at: { label: '发现', format: 'time' },
  title: { label: '货源', format: 'text' },
  image: { label: '图片', format: 'text' },
  supplierName: { label: '供应商', format: 'text' },
  url: { label: '货源链接', format: 'text' },
  specText: { label: '规格', format: 'text' },
  skus: { label: '变动的规格', format: 'count' },
  before: { label: '原来', format: 'count' },
  after: { label: '现在', format: 'count' },
  beforeText: { label: '原来', format: 'text' },
  afterText: { label: '现在', format: 'text' },
  productIds: { label: '我们的商品', format: 'list' },
  storeIds: { label: '认领的店铺', format: 'list' },
  margin: { label: '毛利', format: 'record' },
} satisfies FieldsOf<SourceChange>
