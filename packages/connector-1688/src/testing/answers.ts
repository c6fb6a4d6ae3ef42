/** Answers of the platform as text, composed from the field lists of reference 2.1 and 2.3. */

const score = {
  tradeMedalLevel: '5',
  compositeServiceScore: '4.5',
  logisticsExperienceScore: '4.0',
  repeatPurchasePercent: '0.46',
}

export const searchAnswer = {
  result: {
    success: true,
    code: '200',
    message: '操作成功',
    result: {
      totalRecords: 1840,
      totalPage: 92,
      pageSize: 20,
      currentPage: 1,
      data: [
        {
          offerId: 620201390233,
          subject: '304不锈钢保温杯大容量便携水杯批发',
          subjectTrans: '304 Stainless Steel Vacuum Flask',
          imageUrl: 'https://cbu01.alicdn.com/img/ibank/demo0001.jpg',
          whiteImage: '',
          priceInfo: { price: '18.50', consignPrice: '21.00', promotionPrice: '17.60', jxhyPrice: null },
          monthSold: 1213,
          sales7d: '240',
          repurchaseRate: '33%',
          minOrderQuantity: 2,
          isOnePsale: true,
          sellerIdentities: ['super_factory', 'tp_member'],
          offerIdentities: ['select'],
          tradeScore: '4.9',
          topCategoryId: 15,
          secondCategoryId: 1034346,
          thirdCategoryId: 123456001,
          createDate: '2025-04-20 08:00:00',
          modifyDate: '2026-10-02 11:20:31',
          sellerDataInfo: { ...score, tpYear: 7 },
          productSimpleShippingInfo: {
            shippingTimeGuarantee: 'shipIn48Hours',
            pickupWithin24hRate30d: '97.40%',
            qualityReturnRate30d: '0.12%',
          },
          promotionURL: 'https://detail.1688.com/offer/620201390233.html',
        },
        { offerId: 710891050473, subject: '宠物楼梯', priceInfo: null, sellerDataInfo: null, monthSold: null },
        { subject: '没有编号' },
      ],
    },
  },
}

export const detailProduct = {
  offerId: 620201390233,
  categoryId: 123456001,
  categoryName: '保温杯',
  topCategoryId: 15,
  secondCategoryId: 1034346,
  thirdCategoryId: 123456001,
  subject: '304不锈钢保温杯大容量便携水杯批发',
  subjectTrans: '304 Stainless Steel Vacuum Flask',
  description: '<div><img src="https://cbu01.alicdn.com/img/ibank/demo0009.jpg"/></div>',
  mainVideo: '',
  detailVideo: '',
  productImage: {
    images: ['https://cbu01.alicdn.com/img/ibank/demo0001.jpg', '//cbu01.alicdn.com/img/ibank/demo0004.jpg', ''],
    whiteImage: 'https://cbu01.alicdn.com/img/ibank/demo0002.jpg',
  },
  productAttribute: [
    { attributeId: '2176', attributeName: '品牌', value: '示例', attributeNameTrans: 'Brand', valueTrans: 'Demo' },
    { attributeId: '2176', attributeName: '品牌', value: '', attributeNameTrans: 'Brand', valueTrans: '' },
  ],
  productSkuInfos: [
    {
      skuId: 5104790281451,
      specId: 'b266e0726506185beaf205cbae88530d',
      amountOnSale: 820,
      price: '18.50',
      promotionPrice: '17.605',
      cargoNumber: 'BW-500-BK',
      fenxiaoPriceInfo: { onePiecePrice: '23.00', offerPrice: '19.00' },
      skuAttributes: [
        {
          attributeId: 3216,
          attributeName: '颜色',
          attributeNameTrans: 'Color',
          value: '黑色',
          valueTrans: 'Black',
          skuImageUrl: 'https://cbu01.alicdn.com/img/ibank/demo0005.jpg',
        },
        {
          attributeId: 450,
          attributeName: '容量',
          attributeNameTrans: 'Capacity',
          value: '500ml',
          valueTrans: '500ml',
        },
      ],
    },
    {
      skuId: 5104790281452,
      specId: '2ba3d63866a71fbae83909d9b4814f01',
      amountOnSale: 0,
      price: '21.00',
      promotionPrice: null,
      cargoNumber: '',
      fenxiaoPriceInfo: null,
      skuAttributes: [{ attributeId: 3216, attributeName: '颜色', value: '白色' }],
    },
  ],
  productSaleInfo: {
    amountOnSale: 820,
    priceRangeList: [
      { startQuantity: 100, price: '17.20', promotionPrice: null },
      { startQuantity: 2, price: '18.50', promotionPrice: '17.60' },
    ],
    quoteType: 1,
    unitInfo: { unit: '个', transUnit: 'Piece' },
    fenxiaoSaleInfo: { onePieceFreePostage: true, startQuantity: 1, onePiecePrice: '23.00', offerPrice: '19.00' },
  },
  productShippingInfo: {
    sendGoodsAddressText: '浙江省金华市',
    weight: 0.42,
    shippingTimeGuarantee: 'shipIn48Hours',
    skuShippingInfoList: [{ specId: 'b266e0726506185beaf205cbae88530d', skuId: 5104790281451, weight: 420 }],
    skuShippingDetails: [
      { skuId: '5104790281451', weight: 0.5 },
      { skuId: '5104790281452', weight: 0.615 },
    ],
  },
  sellerOpenId: 'BBBdemo23tsdvcdsjngp3oj4j3i5',
  companyName: '金华示例杯业有限公司',
  minOrderQuantity: 2,
  batchNumber: null,
  status: 'published',
  sellerMixSetting: { generalHunpi: true, mixAmount: 100, mixNumber: 3 },
  sellerDataInfo: { ...score, collect30DayWithin48HPercent: '0.99', qualityRefundWithin30Day: '0.001' },
  channelPrice: { channelSkuPriceList: [{ skuId: 5104790281451, currentPrice: '18.10' }] },
  soldOut: '12342',
  tradeScore: '4.9',
  createDate: '2025-04-20 08:00:00',
  certificateList: [],
  promotionUrl: 'https://detail.1688.com/offer/620201390233.html',
}

export const detailAnswer = (product: unknown) => ({
  result: { success: true, code: '200', message: '操作成功', result: product },
})

export const refusal = (code: string, message: string) => ({ result: { success: false, code, message } })

export const gatewayError = (error_code: string, error_message: string) => ({
  error_code,
  error_message,
  exception: error_message,
})
