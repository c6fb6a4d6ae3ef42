import type { WrittenCategory } from './category.reading.ts'

/** Technical products: gadgets, tools, stationery, care and car accessories. */
// prettier-ignore
export const TECHNICAL: Readonly<Record<string, WrittenCategory>> = {
  digital: {
    name: '数码配件|Digital Accessories', unit: '个|Piece', trade: '电子科技', coloured: true,
    materials: '铝合金|Aluminium,TPU|TPU,液态硅胶|Liquid Silicone,尼龙编织|Nylon Braided,ABS阻燃|Flame-retardant ABS,钢化玻璃|Tempered Glass',
    features: '快充|Fast Charging,蓝牙5.3|Bluetooth 5.3,磁吸|Magnetic,防摔|Drop-proof,主动降噪|ANC,迷你便携|Mini Portable,长续航|Long Battery Life',
    uses: '手机|for Mobile Phones,办公|for Office,车载|for Cars,游戏电竞|for Gaming,直播|for Live Streaming,旅行|for Travel',
    kinds: [
      '蓝牙耳机|Bluetooth Earphones|1f3a7|19-159|60-280|none', '数据线|Data Cable|1f50c|3-25|25-80|usb', '手机壳|Phone Case|1f4f1|3-29|25-70|phone',
      '充电宝|Power Bank|1f50b|29-129|180-420|none', '鼠标|Mouse|1f5b1-fe0f|12-99|70-160|none', '键盘|Keyboard|2328-fe0f|29-199|450-1100|none',
      '音箱|Speaker|1f50a|25-189|250-900|plug', '麦克风|Microphone|1f399-fe0f|25-159|180-600|none', '相机包配件|Camera Kit|1f4f7|15-99|120-500|set', '智能手环|Smart Band|1f4f6|29-129|30-80|none',
      '闹钟|Alarm Clock|23f0|12-69|150-400|none', '内存卡|Memory Card|1f4be|9-89|5-15|none',
    ],
  },
  tools: {
    name: '五金工具|Hardware Tools', unit: '把|Piece', trade: '五金工具', coloured: false,
    materials: '铬钒钢|Chrome Vanadium Steel,碳钢|Carbon Steel,不锈钢|Stainless Steel,高速钢|High-speed Steel,铝合金|Aluminium,锂电|Lithium Battery',
    features: '工业级|Industrial Grade,多功能|Multifunctional,加厚|Thickened,省力|Labour-saving,磁性|Magnetic,绝缘|Insulated',
    uses: '家用|for Home,汽修|for Auto Repair,木工|for Woodworking,电工|for Electricians,维修套装|for Repair,户外|for Outdoor',
    kinds: [
      '扳手|Wrench|1f527|6-69|150-800|set', '锤子|Hammer|1f528|9-59|300-900|none', '螺丝刀|Screwdriver|1fa9b|4-45|80-400|set',
      '手锯|Hand Saw|1fa9a|9-69|250-800|cm', '工具箱|Tool Box|1f9f0|25-199|1200-5200|cm', '卷尺|Tape Measure|1f4cf|4-29|120-400|length',
      '斧头|Axe|1fa93|19-99|600-1600|none', '密码锁|Combination Lock|1f512|6-49|120-400|none', '放大镜|Magnifier|1f50e|5-39|80-300|none', '梯子|Ladder|1fa9c|59-299|4500-12000|none',
    ],
  },
  stationery: {
    name: '办公文具|Stationery', unit: '个|Piece', trade: '文化用品', coloured: true,
    materials: '金属|Metal,PU皮|PU Leather,牛皮纸|Kraft Paper,ABS|ABS,道林纸|Dowling Paper,透明PVC|Clear PVC',
    features: '速干|Quick-dry,可擦|Erasable,创意|Creative,加厚|Thickened,高颜值|Good-looking,大容量|Large Capacity',
    uses: '学生|for Students,办公|for Office,考试|for Exams,手账|for Journals,礼品定制|for Custom Gifts,绘画|for Drawing',
    kinds: [
      '中性笔|Gel Pen|1f58a-fe0f|1-15|10-120|lead', '铅笔|Pencil|270f-fe0f|1-12|10-160|pack', '笔记本|Notebook|1f4d3|3-39|120-500|page',
      '剪刀|Scissors|2702-fe0f|3-22|50-160|none', '水彩颜料|Watercolour Paint|1f3a8|8-69|200-800|set', '回形针|Paper Clips|1f4ce|1-9|40-200|pack',
      '文件夹|File Folder|1f4c1|2-19|80-300|page', '便签夹板|Clipboard|1f4cb|4-25|150-400|page', '蜡笔|Crayons|1f58d-fe0f|5-45|150-600|set', '图钉|Push Pins|1f4cc|1-9|50-200|pack',
    ],
  },
  beauty: {
    name: '美妆个护|Beauty and Care', unit: '支|Piece', trade: '化妆品', coloured: false,
    materials: '植物萃取|Plant Extract,丝绒|Velvet,水光|Glossy,氨基酸|Amino Acid,合成纤维毛|Synthetic Fibre,玻尿酸|Hyaluronic Acid',
    features: '持久不脱色|Long-lasting,防水防汗|Waterproof,保湿|Moisturising,温和|Gentle,便携|Portable,哑光|Matte',
    uses: '日常妆容|for Daily Makeup,旅行|for Travel,初学者|for Beginners,美容院|for Salons,跨境新款|New for Export,四季|for All Seasons',
    kinds: [
      '口红|Lipstick|1f484|6-39|15-40|shade', '指甲油|Nail Polish|1f485-1f3fb|3-22|20-60|shade', '面霜|Face Cream|1f9f4|12-89|60-260|ml',
      '化妆刷|Makeup Brush|1f58c-fe0f|5-59|20-300|set', '香水|Perfume|1f9ea|19-119|100-300|ml', '海绵粉扑|Makeup Sponge|1f9fd|2-19|10-60|pack',
      '梳子|Comb|1faae|3-25|30-120|none', '剃须刀|Razor|1fa92|6-79|40-320|set', '面膜|Face Mask|1f9d6-1f3fb|5-59|60-400|pack',
    ],
  },
  car: {
    name: '汽车用品|Car Accessories', unit: '个|Piece', trade: '汽车用品', coloured: true,
    materials: 'ABS|ABS,硅胶|Silicone,皮革|Leather,铝合金|Aluminium,超纤|Microfibre,碳纤维纹|Carbon-look',
    features: '通用型|Universal,磁吸|Magnetic,快充|Fast Charging,防滑|Non-slip,加厚|Thickened,隐藏式|Hidden',
    uses: '车载|for In-car Use,货车卡车|for Trucks,新能源车|for EVs,四季通用|for All Seasons,长途自驾|for Long Drives,洗车店|for Car Washes',
    kinds: [
      '汽车模型摆件|Car Model Ornament|1f697|12-79|150-600|none', '轮胎充气泵|Tyre Inflator|1f6de|49-229|700-1800|plug', '车载香薰|Car Air Freshener|1f33f|5-45|30-160|sweet',
      '方向盘套|Steering Wheel Cover|1f698|12-69|250-600|none', '座椅靠垫|Seat Cushion|1f4ba|19-119|500-1600|none', '洗车海绵|Car Wash Sponge|1f9fd|3-25|40-200|pack',
      '车载充电器|Car Charger|26a1|9-59|40-120|usb', '停车警示牌|Warning Sign|1f6a8|8-49|200-700|none', '摩托车手套|Motorcycle Gloves|1f3cd-fe0f|15-89|120-300|size',
    ],
  },
}
