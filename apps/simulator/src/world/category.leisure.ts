import type { WrittenCategory } from './category.reading.ts'

/** Products for leisure. */
// prettier-ignore
export const LEISURE: Readonly<Record<string, WrittenCategory>> = {
  pets: {
    name: '宠物用品|Pet Supplies', unit: '个|Piece', trade: '宠物用品', coloured: true,
    materials: '短毛绒|Short Plush,牛津布|Oxford Cloth,不锈钢|Stainless Steel,天然橡胶|Natural Rubber,剑麻|Sisal,尼龙|Nylon',
    features: '耐咬|Bite-resistant,可拆洗|Washable,防滑|Non-slip,慢食|Slow Feeding,自动|Automatic,保暖|Warm,发声|Squeaky',
    uses: '中小型犬|for Small and Medium Dogs,猫咪|for Cats,大型犬|for Large Dogs,外出|for Outings,四季通用|for All Seasons,幼犬|for Puppies',
    kinds: [
      '狗窝|Dog Bed|1f436|25-129|600-2600|pet', '猫抓板|Cat Scratcher|1f431|12-69|500-1800|cm', '宠物牵引绳|Pet Leash|1f9ae|9-39|100-260|pet',
      '磨牙骨头玩具|Chew Bone Toy|1f9b4|4-25|60-220|pet', '兔笼垫|Rabbit Cage Mat|1f407|9-39|150-500|cm', '鱼缸造景|Aquarium Ornament|1f41f|6-49|200-900|none',
      '宠物脚印毯|Paw Print Blanket|1f43e|15-59|250-800|cm', '鹦鹉站架|Parrot Stand|1f99c|15-59|300-800|none', '仓鼠跑轮|Hamster Wheel|1f439|8-39|120-400|cm', '宠物衣服|Pet Clothes|1f415|12-49|80-260|pet',
    ],
  },
  outdoor: {
    name: '户外装备|Outdoor Gear', unit: '个|Piece', trade: '户外用品', coloured: true,
    materials: '牛津布|Oxford Cloth,铝合金|Aluminium,210D涤纶|210D Polyester,不锈钢|Stainless Steel,尼龙|Nylon,碳纤维|Carbon Fibre',
    features: '防水防晒|Waterproof Sunproof,全自动速开|Automatic Pop-up,便携折叠|Portable Folding,超轻|Ultralight,加厚|Thickened,充气|Inflatable',
    uses: '露营|for Camping,徒步登山|for Hiking,钓鱼|for Fishing,海边沙滩|for Beach,骑行|for Cycling,自驾游|for Road Trips',
    kinds: [
      '帐篷|Tent|26fa|89-399|2200-5200|set', '指南针|Compass|1f9ed|5-39|40-120|none', '遮阳伞|Parasol|26f1-fe0f|39-159|1200-3200|cm',
      '钓鱼竿|Fishing Rod|1f3a3|29-199|200-600|length', '睡袋|Sleeping Bag|1f6cc-1f3fb|49-199|900-2200|none', '望远镜|Binoculars|1f52d|39-229|300-900|none',
      '潜水面罩|Diving Mask|1f93f|25-119|300-700|none', '雨伞|Umbrella|2602-fe0f|15-59|300-520|none', '篝火架|Campfire Grill|1f525|35-159|1200-3600|cm', '登山绳|Climbing Rope|1faa2|19-129|400-1600|length',
    ],
  },
  toys: {
    name: '玩具|Toys', unit: '个|Piece', trade: '玩具', coloured: false,
    materials: '毛绒|Plush,ABS|ABS,实木|Wooden,软胶|Soft Rubber,硅胶|Silicone,合金|Alloy',
    features: '益智|Educational,可拆卸|Detachable,声光|Sound and Light,遥控|Remote Control,解压|Stress Relief,拼装|Assembled,仿真|Realistic',
    uses: '儿童|for Kids,亲子互动|for Family Play,幼儿园|for Kindergarten,生日礼物|as Birthday Gift,3-6岁|for Ages 3-6,抓娃娃机|for Claw Machines',
    kinds: [
      '毛绒玩具熊|Teddy Bear|1f9f8|9-79|150-900|cm', '积木|Building Blocks|1f9f1|19-129|400-1500|set', '拼图|Jigsaw Puzzle|1f9e9|6-49|200-700|set',
      '遥控车|RC Car|1f3ce-fe0f|29-199|500-1500|none', '悠悠球|Yo-yo|1fa80|4-29|60-140|none', '机器人|Robot|1f916|29-169|400-1100|none',
      '水枪|Water Gun|1f52b|6-49|150-600|none', '风筝|Kite|1fa81|9-59|150-450|cm', '恐龙模型|Dinosaur Model|1f996|8-69|120-700|set', '魔方骰子|Dice Cube|1f3b2|2-19|20-120|pack',
      '飞盘|Flying Disc|1f94f|4-25|80-200|none', '游戏机|Handheld Console|1f3ae|35-189|200-500|none',
    ],
  },
  fitness: {
    name: '运动健身|Sports and Fitness', unit: '个|Piece', trade: '体育用品', coloured: true,
    materials: 'TPE|TPE,NBR|NBR,铸铁|Cast Iron,PU|PU,乳胶|Latex,EVA|EVA',
    features: '加宽加厚|Wide and Thick,防滑|Non-slip,静音|Silent,可调节|Adjustable,耐磨|Wear-resistant,专业级|Professional',
    uses: '家用|for Home,瑜伽|for Yoga,训练|for Training,学生|for Students,初学者|for Beginners,比赛|for Competition',
    kinds: [
      '哑铃|Dumbbell|1f3cb-fe0f|19-159|1000-8000|kilo', '拳击手套|Boxing Gloves|1f94a|29-139|500-900|none', '瑜伽垫|Yoga Mat|1f9d8-1f3fb|19-89|900-1800|cm',
      '篮球|Basketball|1f3c0|25-119|560-660|none', '足球|Football|26bd|22-109|400-460|none', '羽毛球拍|Badminton Racket|1f3f8|29-159|250-480|set',
      '网球|Tennis Balls|1f3be|6-49|60-360|pack', '滑板|Skateboard|1f6f9|45-219|1500-3200|none', '跳绳|Jump Rope|1f938-1f3fb|5-35|80-260|length', '阻力带|Resistance Band|1f4aa-1f3fb|6-59|80-420|pound',
    ],
  },
  snacks: {
    name: '休闲零食|Snacks', unit: '袋|Bag', trade: '食品', coloured: false,
    materials: '非油炸|Non-fried,全麦|Whole Wheat,低糖|Low Sugar,手工|Handmade,坚果|Nutty,冻干|Freeze-dried',
    features: '独立小包装|Individually Wrapped,酥脆|Crispy,网红|Trending,整箱|Full Case,无添加|Additive-free,香浓|Rich',
    uses: '办公室|for Office,下午茶|for Afternoon Tea,早餐|for Breakfast,送礼|as Gift,儿童|for Kids,宿舍追剧|for Dormitory',
    kinds: [
      '曲奇饼干|Cookies|1f36a|5-39|120-800|gram', '巧克力|Chocolate|1f36b|8-59|100-600|gram', '水果糖|Fruit Candy|1f36c|4-29|100-600|sweet',
      '爆米花|Popcorn|1f37f|6-35|100-500|sweet', '果冻布丁|Jelly Pudding|1f36e|8-39|300-1200|sweet', '每日坚果|Mixed Nuts|1f95c|12-69|150-750|gram',
      '薯片|Potato Chips|1f954|4-25|60-300|flavour', '辣条|Spicy Strips|1f336-fe0f|3-19|80-400|flavour', '蜂蜜|Honey|1f36f|15-89|350-1100|gram', '年糕串|Rice Cake Skewers|1f361|9-39|300-1000|flavour',
      '茶叶|Tea Leaves|1f375|12-129|100-520|gram',
    ],
  },
}
