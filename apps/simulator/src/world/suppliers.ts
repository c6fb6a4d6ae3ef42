import { drawFrom, hexOf } from '../core/random.ts'
import type { Category, Supplier } from './world.types.ts'

/** Province, city and the town names that companies have. */
const PLACES: readonly (readonly [string, string])[] = [
  ['浙江省', '金华市'], ['浙江省', '杭州市'], ['浙江省', '宁波市'], ['浙江省', '温州市'], ['浙江省', '台州市'], ['浙江省', '绍兴市'],
  ['广东省', '广州市'], ['广东省', '深圳市'], ['广东省', '东莞市'], ['广东省', '佛山市'], ['广东省', '中山市'], ['广东省', '汕头市'],
  ['福建省', '泉州市'], ['福建省', '莆田市'], ['福建省', '厦门市'], ['江苏省', '苏州市'], ['江苏省', '扬州市'], ['江苏省', '南通市'],
  ['山东省', '青岛市'], ['山东省', '临沂市'], ['河北省', '保定市'], ['河南省', '郑州市'], ['安徽省', '合肥市'], ['湖南省', '长沙市'],
] // prettier-ignore

const FIRST = Array.from('锦鑫瑞恒博嘉盛华宏源泰佳优美亿汇创卓凯铭')
const SECOND = Array.from('辰达泽翔雅诺拓尚品帆润禾途域科悦森晟朗宇')
const FORMS = ['有限公司', '有限公司', '有限公司', '厂', '商行', '贸易有限公司']

/** The suppliers of one trade, `count` of them, drawn from the world's seed. */
export function drawSuppliers(seed: string, category: Category, count: number, next: () => number): Supplier[] {
  const draw = drawFrom(next)
  const taken = new Set<string>()
  return Array.from({ length: count }, (_, index) => {
    const [province, city] = draw.one(PLACES)
    let brand = ''
    do brand = draw.one(FIRST) + draw.one(SECOND)
    while (taken.has(brand))
    taken.add(brand)
    const tpYear = draw.whole(1, 16)
    const factory = draw.chance(0.35)
    const id = String(2_200_000_000_000 + draw.whole(0, 17_999_999) * 1000 + index)
    const score = (): number => draw.whole(7, 10) * 5
    return {
      openId: `BBB${hexOf(`${seed}:${category.key}:${index}:open`, 24)}`,
      memberId: `b2b-${id}${hexOf(`${seed}:${id}`, 5)}`,
      loginId: `${brand}${category.trade}`,
      companyName: `${city.replace('市', draw.chance(0.5) ? '市' : '')}${brand}${category.trade}${factory ? '厂' : draw.one(FORMS)}`,
      province,
      city,
      tpYear,
      identities: [
        ...(factory ? ['super_factory'] : []),
        ...(tpYear > 4 && draw.chance(0.6) ? ['powerful_merchants'] : []),
        'tp_member',
      ],
      medal: Math.min(5, 1 + Math.floor(tpYear / 3)),
      scores: [score(), score(), score(), score(), score(), score()],
      repeatBasisPoints: draw.whole(1200, 7200),
      mix: {
        generalHunpi: draw.chance(0.7),
        mixAmount: draw.one([30, 50, 100, 200, 300]),
        mixNumber: draw.whole(2, 10),
      },
      ship: draw.one(['shipInToday', 'shipIn24Hours', 'shipIn48Hours', 'shipIn48Hours']),
    }
  })
}
