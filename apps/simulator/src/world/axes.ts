import type { Axis, Bilingual } from './world.types.ts'

/** Reads "中文|English" words, separated by commas. */
export const words = (text: string): Bilingual[] =>
  text.split(',').map((pair) => {
    const [zh, en] = pair.trim().split('|')
    return { zh: zh!, en: en ?? zh! }
  })

/** Colours with the background tint of their pictures. */
// prettier-ignore
export const COLOURS: readonly (Bilingual & { hex: string })[] = [
  ['黑色', 'Black', '3a3a40'], ['白色', 'White', 'f4f4f2'], ['米白色', 'Off-white', 'f3ead9'], ['灰色', 'Grey', 'b4b8be'],
  ['红色', 'Red', 'e4736f'], ['酒红色', 'Wine Red', '9a4757'], ['粉色', 'Pink', 'f5c3cf'], ['玫红色', 'Rose Red', 'e2739b'],
  ['橙色', 'Orange', 'f2b07a'], ['黄色', 'Yellow', 'f4dc84'], ['姜黄色', 'Ginger Yellow', 'dcb35c'], ['绿色', 'Green', '94c79a'],
  ['军绿色', 'Army Green', '8a926b'], ['薄荷绿', 'Mint Green', 'bfe5d3'], ['天蓝色', 'Sky Blue', 'aed7f2'], ['蓝色', 'Blue', '7aa3dd'],
  ['藏青色', 'Navy Blue', '4f5f85'], ['紫色', 'Purple', 'b79fdc'], ['香芋紫', 'Taro Purple', 'd3c4ea'], ['咖啡色', 'Coffee', '9c7a63'],
  ['卡其色', 'Khaki', 'cdb792'], ['杏色', 'Apricot', 'f2d3b4'], ['金色', 'Gold', 'e3c878'], ['银色', 'Silver', 'd5d9de'],
].map(([zh, en, hex]) => ({ zh: zh!, en: en!, hex: hex! }))

export const COLOUR_ATTRIBUTE_ID = 3216
export const COLOUR_NAME: Bilingual = { zh: '颜色', en: 'Color' }

const axis = (attributeId: number, zh: string, en: string, values: string): Axis => ({
  attributeId,
  name: { zh, en },
  values: words(values),
})

/** Second axes by key. Attribute ids are ours, except those in official samples (3216, 450). */
// prettier-ignore
export const AXES: Readonly<Record<string, Axis>> = {
  size: axis(450, '尺码', 'Size', 'S,M,L,XL,XXL,3XL'),
  kid: axis(450, '参考身高', 'Height', '80cm,90cm,100cm,110cm,120cm,130cm'),
  shoe: axis(450, '尺码', 'Size', '36,37,38,39,40,41'),
  boot: axis(450, '尺码', 'Size', '39,40,41,42,43,44'),
  pet: axis(450, '尺码', 'Size', 'XS码|XS,S码|S,M码|M,L码|L,XL码|XL'),
  ml: axis(450, '容量', 'Capacity', '350ml,500ml,750ml,1000ml'),
  litre: axis(450, '容量', 'Capacity', '20L,30L,40L,55L'),
  cm: axis(1398, '尺寸', 'Dimensions', '小号|Small,中号|Medium,大号|Large,特大号|Extra Large'),
  inch: axis(1398, '尺寸', 'Dimensions', '16cm,20cm,24cm,28cm,32cm'),
  length: axis(1627, '长度', 'Length', '0.5米|0.5 m,1米|1 m,2米|2 m,3米|3 m,5米|5 m'),
  pack: axis(2909, '包装数量', 'Pack', '1个装|1 Piece,2个装|2 Pieces,5个装|5 Pieces,10个装|10 Pieces'),
  plug: axis(5123, '插头规格', 'Plug', '国标|CN Plug,欧规|EU Plug,美规|US Plug,英规|UK Plug'),
  usb: axis(5124, '接口', 'Connector', 'Type-C,Lightning,Micro USB,三合一|3-in-1'),
  phone: axis(5130, '适用型号', 'Fits Model', 'iPhone 15,iPhone 15 Pro,iPhone 16,iPhone 16 Pro,iPhone 17,iPhone 17 Pro Max'),
  watt: axis(5140, '功率', 'Power', '3W,5W,7W,9W,12W'),
  light: axis(5141, '光色', 'Light Colour', '暖光|Warm White,自然光|Natural White,白光|Cool White,三色变光|Tricolour'),
  flavour: axis(6010, '口味', 'Flavour', '原味|Original,香辣味|Spicy,海苔味|Seaweed,芝士味|Cheese,烧烤味|Barbecue'),
  sweet: axis(6011, '口味', 'Flavour', '草莓味|Strawberry,芒果味|Mango,巧克力味|Chocolate,抹茶味|Matcha,蓝莓味|Blueberry'),
  gram: axis(6020, '净含量', 'Net Content', '100g,250g,500g,1000g'),
  ring: axis(450, '戒围', 'Ring Size', '6号|US 6,7号|US 7,8号|US 8,9号|US 9,开口可调|Adjustable'),
  chain: axis(1627, '链长', 'Chain Length', '40+5cm,45+5cm,50+5cm,60cm'),
  kilo: axis(7001, '重量', 'Weight', '1kg,2kg,3kg,5kg,8kg'),
  pound: axis(7002, '拉力', 'Resistance', '15磅|15 lb,25磅|25 lb,35磅|35 lb,50磅|50 lb,65磅|65 lb'),
  lead: axis(7100, '规格', 'Tip', '0.35mm,0.5mm,0.7mm,1.0mm'),
  page: axis(7101, '规格', 'Format', 'A4,A5,B5,A6'),
  shade: axis(7200, '色号', 'Shade', '01#豆沙色|01 Bean Paste,02#番茄红|02 Tomato Red,03#奶茶色|03 Milk Tea,04#枫叶红|04 Maple,05#裸粉|05 Nude Pink'),
  set: axis(2910, '款式', 'Set', '单件|Single,两件套|2-Piece Set,五件套|5-Piece Set,豪华礼盒装|Gift Box'),
}
