import { expect, it } from 'vitest'
import { missingOf, phonesIn, placeIn } from './pasted-address.rules.ts'

it.each([
  ['浙江省金华市义乌市稠江街道某路1号 王芳 13312345678', { fullName: '王芳', mobile: '13312345678', phone: '' }],
  ['收货人：李四，电话:0579-85123456-12，浙江义乌', { fullName: '李四', mobile: '', phone: '0579-85123456-12' }],
  ['仓库B区 +86 138 0013 8000', { fullName: '', mobile: '13800138000', phone: '' }],
])('finds the receiver in %j', (text, expected) => {
  expect(phonesIn(text)).toEqual(expected)
})

it('names the missing parts of a pasted address', () => {
  expect(missingOf({ fullName: '', provinceText: '浙江省', address: 'x', mobile: '', phone: '' })).toEqual([
    '收货人',
    '手机或电话',
  ])
})

it.each([
  ['李四 13800001111 浙江省金华市义乌市福田街道 仓储路8号', '浙江省金华市义乌市福田街道 仓储路8号'],
  ['收货人：王芳，手机号：133 1234 5678，收货地址：广东省东莞市某路1号', '广东省东莞市某路1号'],
  ['浙江 金华 义乌市稠江街道1号 王芳 13312345678', '浙江 金华 义乌市稠江街道1号'],
  ['火星基地三号舱', '火星基地三号舱'],
  ['13312345678', '13312345678'],
])('finds only the place in %s', (text, place) => {
  expect(placeIn(text)).toBe(place)
})
