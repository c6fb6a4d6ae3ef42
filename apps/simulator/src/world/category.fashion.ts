import type { WrittenCategory } from './category.reading.ts'

/** Clothing and accessories. */
// prettier-ignore
export const FASHION: Readonly<Record<string, WrittenCategory>> = {
  clothing: {
    name: '服装|Apparel', unit: '件|Piece', trade: '服饰', coloured: true,
    materials: '纯棉|Cotton,涤纶|Polyester,亚麻|Linen,雪纺|Chiffon,针织|Knitted,牛仔|Denim,冰丝|Ice Silk',
    features: '宽松|Loose Fit,修身|Slim Fit,高腰|High Waist,显瘦|Slimming,百搭|Versatile,加绒加厚|Fleece-lined,速干透气|Quick-dry Breathable,短袖|Short Sleeve',
    uses: '夏季|for Summer,秋冬|for Autumn and Winter,欧美街头|Western Street Style,通勤|for Commuting,度假|for Holidays,大码女装|Plus Size',
    kinds: [
      'T恤|T-Shirt|1f455|12-39|160-260|size', '连衣裙|Dress|1f457|28-89|220-420|size', '牛仔裤|Jeans|1f456|35-79|450-720|size',
      '衬衫|Shirt|1f454|25-69|200-340|size', '风衣外套|Trench Coat|1f9e5|59-169|700-1300|size', '和服睡袍|Kimono Robe|1f458|32-78|260-460|size',
      '泳衣|Swimsuit|1fa71|22-65|120-240|size', '短裤|Shorts|1fa73|15-45|150-280|size', '围巾|Scarf|1f9e3|9-35|120-260|none', '手套|Gloves|1f9e4|5-22|60-130|none',
    ],
  },
  shoes: {
    name: '鞋靴|Shoes', unit: '双|Pair', trade: '鞋业', coloured: true,
    materials: '飞织|Flyknit,PU皮|PU Leather,头层牛皮|Cowhide,网面|Mesh,EVA|EVA,帆布|Canvas',
    features: '透气|Breathable,防滑|Non-slip,软底|Soft Sole,厚底增高|Platform,减震|Shock-absorbing,轻便|Lightweight',
    uses: '跑步|for Running,户外徒步|for Hiking,居家|for Home,办公室|for Office,四季通用|for All Seasons,学生|for Students',
    kinds: [
      '运动鞋|Sneakers|1f45f|39-119|520-820|shoe', '高跟鞋|High Heels|1f460|45-129|450-700|shoe', '登山靴|Hiking Boots|1f97e|69-189|900-1400|boot',
      '平底鞋|Flats|1f97f|25-69|320-520|shoe', '凉鞋|Sandals|1f461|22-65|300-520|shoe', '皮鞋|Leather Shoes|1f45e|59-169|700-1100|boot',
      '人字拖|Flip Flops|1fa74|8-25|180-320|shoe', '长筒靴|Knee Boots|1f462|69-199|900-1500|shoe', '芭蕾舞鞋|Ballet Shoes|1fa70|15-45|120-220|shoe', '轮滑鞋|Roller Skates|1f6fc|119-289|1800-2900|shoe',
    ],
  },
  bags: {
    name: '箱包|Bags and Luggage', unit: '个|Piece', trade: '箱包皮具', coloured: true,
    materials: 'PU皮|PU Leather,牛津布|Oxford Cloth,帆布|Canvas,尼龙|Nylon,头层牛皮|Genuine Leather,毛毡|Felt',
    features: '大容量|Large Capacity,防水|Waterproof,轻便|Lightweight,多功能|Multifunctional,复古|Retro,可折叠|Foldable,防盗|Anti-theft',
    uses: '旅行|for Travel,通勤|for Commuting,学生|for Students,健身房|for Gym,购物|for Shopping,母婴外出|for Mums',
    kinds: [
      '单肩包|Shoulder Bag|1f45c|25-99|350-700|none', '双肩背包|Backpack|1f392|35-129|500-950|litre', '手拿包|Clutch|1f45d|12-49|120-300|none',
      '钱包|Wallet|1f45b|9-45|80-180|none', '公文包|Briefcase|1f4bc|59-199|800-1400|none', '拉杆箱|Trolley Suitcase|1f9f3|99-299|2600-4200|inch',
      '购物袋|Shopping Bag|1f6cd-fe0f|3-18|60-180|cm', '卡包|Card Holder|1f4b3|4-22|30-80|none',
    ],
  },
  jewellery: {
    name: '饰品|Jewellery', unit: '件|Piece', trade: '饰品', coloured: true,
    materials: '925银|925 Silver,钛钢|Titanium Steel,合金|Alloy,铜镀金|Gold-plated Copper,天然珍珠|Natural Pearl,锆石|Zircon',
    features: '不掉色|Non-fading,ins风|Minimalist,轻奢|Affordable Luxury,复古|Vintage,小众设计|Niche Design,防过敏|Hypoallergenic',
    uses: '女士|for Women,情侣|for Couples,派对|for Parties,生日礼物|as Birthday Gift,日常佩戴|for Daily Wear,婚礼|for Weddings',
    kinds: [
      '戒指|Ring|1f48d|3-39|3-12|ring', '项链|Necklace|1f4ff|4-59|8-30|chain', '皇冠发饰|Tiara|1f451|9-69|40-120|none',
      '宝石吊坠|Gem Pendant|1f48e|6-79|6-20|chain', '手表|Wrist Watch|231a|19-159|60-160|none', '发夹|Hair Clip|1f380|1-9|8-30|set',
      '蝴蝶胸针|Butterfly Brooch|1f98b|3-25|10-30|none', '墨镜|Sunglasses|1f576-fe0f|8-45|30-70|none',
    ],
  },
  baby: {
    name: '母婴用品|Baby Products', unit: '件|Piece', trade: '母婴用品', coloured: true,
    materials: '食品级硅胶|Food-grade Silicone,纯棉|Cotton,竹纤维|Bamboo Fibre,PP|PP,纱布|Gauze,玉米纤维|Corn Fibre',
    features: '柔软亲肤|Soft,防胀气|Anti-colic,无异味|Odour-free,A类|Class A,可水洗|Washable,防摔|Drop-proof',
    uses: '新生儿|for Newborns,婴幼儿|for Infants,儿童|for Kids,春秋|for Spring and Autumn,外出|for Outings,满月礼盒|as Baby Gift',
    kinds: [
      '奶瓶|Baby Bottle|1f37c|12-59|90-220|ml', '连体衣|Romper|1f476-1f3fb|15-49|100-220|kid', '磨牙玩具|Teether|1f428|4-22|40-90|none',
      '婴儿浴盆|Baby Bathtub|1f6c1|45-129|1200-2600|none', '婴儿推车挂袋|Stroller Bag|1f6bc|15-49|180-360|none', '儿童餐具|Kids Tableware|1f963|9-45|120-420|set',
      '纸尿裤|Diapers|1f9f7|19-89|700-1800|size', '安抚兔|Comfort Bunny|1f430|9-39|80-200|cm',
    ],
  },
}
