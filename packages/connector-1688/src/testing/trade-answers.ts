/** Answers of the trade calls as text, composed from the field lists of reference 3: ids are bare 19-digit numbers. */
export const ORDER_ID = '2891234567890123456'
export const ITEM_ID = '2891234567890223456'
export const OUT_ORDER_ID = 'PO-20261120-0001'

/** An entry of `orderPreviewResuslt`. */
export const previewEntry = {
  status: true,
  resultCode: '200',
  message: null,
  flowFlag: 'general',
  tradeModeNameList: ['assureTrade', 'alipay'],
  tradeModelList: [{ tradeType: 'assureTrade', name: '担保交易', description: '', opSupport: true }],
  sumPayment: 4400,
  sumCarriage: 800,
  sumPaymentNoCarriage: 3600,
  discountFee: 0,
  additionalFee: 0,
  cargoList: [
    {
      offerId: 548818919805,
      skuId: 3332085412530,
      specId: 'eb81c61de14f4adb405ffcc2c8a4a3fb',
      amount: 36,
      finalUnitPrice: 18,
      cargoPromotionList: [],
    },
  ],
  shopPromotionList: [],
  payChannelInfos: [{ name: 'alipay', amountLimit: 0 }],
}

/** `TradeInfo` with the fields of a detail. `base` overrides fields of `baseInfo`; numbers of 19 digits are written as raw text. */
export const tradeInfo = (base: string = ''): string => `{
  "baseInfo": {
    "id": 2891234567890123400, "idOfStr": "${ORDER_ID}", "outOrderId": "${OUT_ORDER_ID}",
    "status": "waitbuyerreceive", "businessType": "cb", "refundStatus": null,
    "createTime": "20261118103000000+0800", "payTime": "20261117184510000-0800",
    "allDeliveredTime": "20261119161500000+0800", "modifyTime": "20261119161500000+0800",
    "totalAmount": 44.30, "sumProductPayment": "36.30", "shippingFee": 8, "discount": -120, "refund": 0.30000000000000004,
    "tradeType": "50060", "tradeTypeCode": "assureTrade", "tradeTypeDesc": "担保交易", "payTimeout": 432000,
    "payChannelList": ["支付宝"], "payChannelCodeList": ["alipay"],
    "buyerID": "b2b-2208888888888abcd", "buyerLoginId": "demo_buyer", "sellerID": "b2b-1624747073",
    "sellerLoginId": "demo_seller", "buyerFeedback": "请勿放单据 ${OUT_ORDER_ID}",
    "sellerContact": {"name": "王芳", "mobile": "13312345678", "companyName": "金华示例杯业有限公司", "shopName": "示例杯业"},
    "receiverInfo": {"toFullName": "仓库A", "toDivisionCode": "330782", "toPost": "322000", "toArea": "浙江省 金华市 义乌市 某路1号"}
    ${base === '' ? '' : `, ${base}`}
  },
  "productItems": [{
    "subItemID": ${ITEM_ID}, "productID": 548818919805, "skuID": 3332085412530,
    "specId": "eb81c61de14f4adb405ffcc2c8a4a3fb", "name": "不锈钢保温杯", "price": 18.15, "quantity": 2, "unit": "个",
    "itemAmount": 36.30, "entryDiscount": -120, "refund": 0, "status": "waitbuyerreceive", "statusStr": "等待买家收货",
    "refundStatus": "WAIT_SELLER_AGREE", "refundId": "TQ10426553019961198", "logisticsStatus": 2,
    "skuInfos": [{"name": "颜色", "value": "黑色"}],
    "productImgUrl": ["http://cbu01.alicdn.com/img/ibank/demo.80x80.jpg", "http://cbu01.alicdn.com/img/ibank/demo.jpg"]
  }],
  "tradeTerms": [{"payStatus": "2", "payTime": "20261118104510000+0800", "payWay": "1", "payWayDesc": "支付宝", "phasAmount": 44.30}],
  "nativeLogistics": {
    "contactPerson": "仓库A", "mobile": "15251667788", "province": "浙江省", "city": "金华市", "area": "义乌市",
    "areaCode": "330782", "address": "某路1号", "zip": "322000",
    "logisticsItems": [{
      "logisticsCode": "LP00106397027178", "logisticsBillNo": "78412345678901", "logisticsCompanyName": "中通快递(ZTO)",
      "logisticsCompanyNo": "ZTO", "status": "alreadysend", "deliveredTime": "20261119161500000+0800",
      "subItemIds": "${ITEM_ID},2891234567890223457"
    }]
  }
}`

export const detailAnswer = (info: string): string => `{"success": "true", "result": ${info}}`

/** A row of the order list. */
export const listRow = (orderId: string, outOrderId: string | null, more: Record<string, unknown> = {}): string =>
  `{"baseInfo": {"id": ${orderId}, "idOfStr": ${orderId}, "outOrderId": ${JSON.stringify(outOrderId)}, ` +
  `"status": "waitbuyerpay", "createTime": "20261120103000000+0800", "extra": ${JSON.stringify(more)}}, "productItems": []}`

export const listAnswer = (rows: readonly string[], total: number = rows.length): string =>
  `{"result": [${rows.join(',')}], "totalRecord": ${total}, "errorCode": null, "errorMessage": null}`
