import type { WrittenCategory } from './category.reading.ts'

/** Products for home and garden. */
// prettier-ignore
export const HOME: Readonly<Record<string, WrittenCategory>> = {
  kitchen: {
    name: '餐厨用品|Kitchen and Dining', unit: '个|Piece', trade: '厨具', coloured: true,
    materials: '304不锈钢|304 Stainless Steel,硅胶|Silicone,陶瓷|Ceramic,高硼硅玻璃|Borosilicate Glass,竹木|Bamboo,麦饭石|Medical Stone,铸铁|Cast Iron',
    features: '大容量|Large Capacity,不粘|Non-stick,加厚|Thickened,便携|Portable,耐高温|Heat-resistant,防烫|Anti-scald,一体成型|One-piece',
    uses: '家用|for Home,露营野餐|for Camping,办公室|for Office,餐厅酒店|for Restaurants,学生宿舍|for Dormitory,烘焙|for Baking',
    kinds: [
      '平底锅|Frying Pan|1f373|35-119|800-1600|inch', '保温杯|Vacuum Flask|1f9c9|18-69|280-520|ml', '马克杯|Mug|2615|8-29|300-450|none',
      '餐具套装|Cutlery Set|1f374|9-49|150-420|set', '菜刀|Kitchen Knife|1f52a|15-99|220-480|none', '便当盒|Lunch Box|1f371|12-55|350-700|ml',
      '茶壶|Teapot|1fad6|19-99|400-900|ml', '调料罐|Seasoning Jar|1f9c2|4-25|150-400|pack', '饭碗|Bowl|1f35a|5-29|200-450|set', '密封罐|Storage Jar|1fad9|6-35|250-700|ml',
      '高脚杯|Wine Glass|1f377|7-39|150-320|pack', '围裙|Apron|1f9d1-200d-1f373|8-32|120-260|none',
    ],
  },
  storage: {
    name: '居家收纳|Home Storage', unit: '个|Piece', trade: '家居用品', coloured: true,
    materials: 'PP塑料|PP Plastic,无纺布|Non-woven,藤编|Rattan,亚克力|Acrylic,牛津布|Oxford Cloth,棉麻|Cotton and Linen',
    features: '可折叠|Foldable,免打孔|Punch-free,大号加厚|Large Thickened,带盖防尘|Dustproof with Lid,透明|Transparent,分格|Divided',
    uses: '衣柜|for Wardrobe,浴室|for Bathroom,桌面|for Desktop,厨房|for Kitchen,玩具|for Toys,换季衣物|for Seasonal Clothes',
    kinds: [
      '收纳箱|Storage Box|1f4e6|9-59|500-1800|cm', '脏衣篮|Laundry Basket|1f9fa|12-65|400-1300|cm', '抽屉收纳盒|Drawer Organizer|1f5c4-fe0f|8-45|250-900|set',
      '垃圾桶|Trash Can|1f5d1-fe0f|9-49|400-1400|cm', '挂钩|Hook|1fa9d|1-9|20-90|pack', '衣架镜|Hanging Mirror|1fa9e|15-89|600-2200|cm',
      '肥皂盒|Soap Dish|1f9fc|3-15|60-180|none', '牙刷架|Toothbrush Holder|1faa5|6-29|150-400|none', '靠枕|Cushion|1f6cb-fe0f|12-49|350-800|cm', '拖把桶|Mop Bucket|1faa3|29-99|1500-3600|none',
    ],
  },
  lighting: {
    name: '灯饰照明|Lighting', unit: '个|Piece', trade: '照明电器', coloured: false,
    materials: 'LED|LED,亚克力|Acrylic,铝合金|Aluminium,硅胶|Silicone,实木|Solid Wood,水晶|Crystal',
    features: '充电式|Rechargeable,人体感应|Motion Sensor,三色调光|Tricolour Dimmable,遥控|Remote Control,护眼|Eye-caring,氛围|Ambient,太阳能|Solar',
    uses: '卧室床头|for Bedside,户外庭院|for Courtyard,学生宿舍|for Dormitory,露营|for Camping,圣诞装饰|for Christmas,橱柜|for Cabinets',
    kinds: [
      'LED灯泡|LED Bulb|1f4a1|2-19|40-120|watt', '手电筒|Flashlight|1f526|12-89|120-420|plug', '星空投影灯|Star Projector|1f30c|35-129|350-800|plug',
      '小夜灯|Night Light|1f319|6-45|80-260|light', '香薰蜡烛|Scented Candle|1f56f-fe0f|5-39|150-400|set', '灯笼吊灯|Lantern Lamp|1f3ee|19-99|300-900|light',
      '灯串|String Lights|2728|6-49|100-450|length', '太阳能地插灯|Solar Stake Light|1f31e|8-49|180-500|light',
    ],
  },
  garden: {
    name: '园艺用品|Garden', unit: '个|Piece', trade: '园艺', coloured: true,
    materials: '树脂|Resin,陶瓷|Ceramic,PP塑料|PP Plastic,镀锌铁|Galvanised Iron,仿真绢花|Silk,防腐木|Preserved Wood',
    features: '自动吸水|Self-watering,加厚|Thickened,仿真|Artificial,透气|Breathable,多肉|for Succulents,防晒|UV-resistant',
    uses: '阳台|for Balcony,庭院|for Courtyard,室内绿植|for Indoor Plants,办公桌面|for Desk,婚庆装饰|for Wedding Decor,种菜|for Vegetables',
    kinds: [
      '花盆|Flower Pot|1fab4|4-45|200-1600|cm', '仿真花束|Artificial Bouquet|1f490|6-39|80-300|none', '向日葵摆件|Sunflower Ornament|1f33b|9-45|120-500|none',
      '仙人掌盆栽|Cactus Pot|1f335|8-39|200-700|cm', '洒水壶|Watering Can|1f6bf|12-59|250-700|litre', '种植箱|Planter Box|1f331|19-89|800-2800|cm',
      '蘑菇摆件|Mushroom Ornament|1f344|5-29|100-400|pack', '玫瑰花苗|Rose Seedling|1f339|6-29|150-600|pack',
    ],
  },
  festival: {
    name: '节庆用品|Festive Supplies', unit: '套|Set', trade: '工艺品', coloured: false,
    materials: '乳胶|Latex,铝膜|Foil,PVC|PVC,绒布|Velvet,纸质|Paper,无纺布|Non-woven',
    features: '网红|Trending,大号|Large,发光|Light-up,可定制文字|Custom Text,3D立体|3D,环保|Eco-friendly',
    uses: '生日派对|for Birthday Parties,圣诞节|for Christmas,万圣节|for Halloween,婚礼布置|for Wedding,新年|for New Year,复活节|for Easter',
    kinds: [
      '圣诞树|Christmas Tree|1f384|29-199|1200-4800|cm', '气球套装|Balloon Set|1f388|4-39|80-320|set', '万圣节南瓜灯|Halloween Pumpkin Light|1f383|9-59|200-700|cm',
      '礼物盒|Gift Box|1f381|3-29|120-500|cm', '圣诞老人玩偶|Santa Doll|1f385-1f3fb|12-69|200-800|cm', '派对彩带|Party Popper|1f389|2-19|40-160|pack',
      '红包|Red Envelope|1f9e7|1-12|30-120|pack', '雪人装饰|Snowman Decor|26c4|9-59|200-900|cm', '对联挂饰|Hanging Ornament|1f38f|3-25|60-240|pack',
    ],
  },
}
