import type { DictionaryFields } from '@huoqiao/contract/dictionaries/dictionaries.schema'

const entry = (value: string, label: string): DictionaryFields['entries'][number] => ({
  value,
  label,
  color: null,
  enabled: true,
})

/** The dictionaries that pages read by code (dictionaries.rules, readBy), in a new installation; a person may change every entry. */
export const DICTIONARY_SEED: readonly DictionaryFields[] = [
  {
    code: 'hold_reason',
    name: '搁置原因',
    note: '搁置订单时可选的原因',
    entries: [
      entry('address', '等客户确认地址'),
      entry('payment', '等客户付款'),
      entry('stock', '货源缺货'),
      entry('price', '价格异常'),
      entry('risk', '疑似欺诈'),
      entry('other', '其他'),
    ],
  },
  {
    code: 'carrier',
    name: '物流公司',
    note: '登记包裹时可选的物流公司',
    entries: [
      entry('sf', '顺丰速运'),
      entry('zto', '中通快递'),
      entry('yto', '圆通速递'),
      entry('sto', '申通快递'),
      entry('yunda', '韵达快递'),
      entry('jt', '极兔速递'),
      entry('ems', '邮政EMS'),
      entry('other', '其他'),
    ],
  },
  {
    code: 'shipping_remark',
    name: '发货备注',
    note: '给供应商的留言里常写的话',
    entries: [
      entry('no-price', '包裹内请勿放价格单'),
      entry('neutral', '请用中性包装'),
      entry('check', '发货前请检查数量和外观'),
      entry('one-box', '请合并在一个包裹发出'),
    ],
  },
]
