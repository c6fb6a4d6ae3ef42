import type { WorkedAnswer } from '../../../core/received-call.ts'
import type { Api, Params, BuyersPlatform } from '../api.ts'
import { isAddressFault } from './addresses.ts'
import { isFault, readCargo } from './cargo.ts'
import type { CargoFault } from './cargo.ts'
import { draftOrders, takesCrossBorderPay, tradeTypesOf } from './order-making.ts'
import type { OrderDraft } from './order-making.ts'
import { totalFen } from './order.types.ts'
import type { OrderRow } from './order.types.ts'
import { TRADE_TYPES, yuanNumber } from './order-view.ts'
import { STAGED_TYPES } from './stages.ts'
import { answered, refused, tradeApi } from './trade.answers.ts'

function previewEntry(platform: BuyersPlatform, draft: OrderDraft) {
  const names = tradeTypesOf(platform, draft.lines)
  return {
    status: true,
    resultCode: '200',
    message: null,
    flowFlag: draft.flow,
    taoSampleSinglePromotion: false,
    tradeModeNameList: names,
    tradeModelList: names.map((tradeType) => ({
      tradeType,
      name: TRADE_TYPES[tradeType],
      description: '',
      opSupport: true,
    })),
    sumPayment: draft.goodsFen + draft.freightFen,
    sumCarriage: draft.freightFen,
    sumPaymentNoCarriage: draft.goodsFen,
    discountFee: 0,
    additionalFee: 0,
    cargoList: draft.lines.map((line) => ({
      offerId: Number(line.offer.offerId),
      skuId: line.sku ? Number(line.sku.skuId) : null,
      specId: line.sku?.specId ?? null,
      openOfferId: null,
      amount: yuanNumber(line.amountFen),
      finalUnitPrice: yuanNumber(line.unitFen),
      resultCode: '200',
      message: null,
      cargoPromotionList: [],
    })),
    shopPromotionList: [],
    payChannelInfos: [{ name: 'alipay', amountLimit: 0 }],
    canUseOfficialSolution: platform.trade.quirks.officialSolution(),
    officialSolutionModelList: [],
    tradeServiceList: [],
    totalFundUsageAmount: 0,
    totalPostFundUsageAmount: 0,
  }
}

const preview = tradeApi('alibaba.createOrder.preview', ['addressParam', 'cargoParamList'], (platform, params) => {
  const refusal = (errorCode: string, errorMsg: string): WorkedAnswer =>
    refused(errorCode, { success: false, errorCode, errorMsg, orderPreviewResuslt: [] })
  const receiver = platform.trade.addresses.resolve(params['addressParam']!)
  if (isAddressFault(receiver)) return refusal(receiver.code, receiver.message)
  const cargo = readCargo(params['cargoParamList']!)
  if (isFault(cargo)) return refusal(cargo.code, cargo.message)
  const drafting = draftOrders(platform, cargo, params['flow'] || undefined, receiver, false)
  // Forced failures are applied after every preview, also a refused one.
  const applied = platform.trade.forcedFailures.apply(cargo.map((line) => line.offerId))
  if (isFault(drafting)) return refusal(drafting.code, drafting.message)
  const offers = drafting.drafts.flatMap((draft) => draft.lines.map((line) => line.offer))
  return answered(
    {
      success: true,
      errorCode: null,
      errorMsg: null,
      orderPreviewResuslt: drafting.drafts.map((draft) => previewEntry(platform, draft)),
      postFeeByDescOfferList: [],
      consignOfferList: [],
      unsupportedCrossBorderPayOfferList: offers
        .filter((offer) => !takesCrossBorderPay(offer.supplier.openId))
        .map((offer) => Number(offer.offerId)),
      extPairList: [],
    },
    applied,
  )
})

const failedOffer = ({ code, message, line }: CargoFault) => ({
  offerId: line === undefined ? null : Number(line.offerId),
  specId: line?.specId ?? null,
  errorCode: code,
  errorMessage: message,
})

const createRefusal = (code: string, message: string, failed: readonly CargoFault[] = []): WorkedAnswer =>
  refused(code, {
    success: false,
    code,
    message,
    result: { success: false, code, message, failedOfferList: failed.map(failedOffer) },
  })

const channelOf = (order: OrderRow): string => (order.tradeType === 'creditBuy' ? 'shegou' : 'alipay')

/** The answer for a created order, in the form that the switches choose (reference 3.4). */
function createdAnswer(
  platform: BuyersPlatform,
  orders: readonly OrderRow[],
  failed: readonly CargoFault[],
): WorkedAnswer {
  const { quirks } = platform.trade
  const success = quirks.createFlag() !== 'false-with-order'
  const failedOfferList = failed.map(failedOffer)
  const only = orders.length === 1 ? orders[0]! : undefined
  const result = only
    ? {
        orderId: only.orderId,
        totalSuccessAmount: totalFen(only),
        postFee: only.freightFen,
        success,
        code: null,
        message: null,
        accountPeriod: null,
        failedOfferList,
        orderList: null,
      }
    : {
        orderId: null,
        totalSuccessAmount: null,
        postFee: null,
        success,
        code: null,
        message: null,
        accountPeriod: null,
        failedOfferList,
        orderList: orders.map((order) => ({
          orderId: order.orderId,
          orderAmmount: totalFen(order),
          postFee: order.freightFen,
          success,
          resultCode: '200',
          message: null,
          payChannel: channelOf(order),
        })),
      }
  const body = quirks.createShape() === 'flat' ? { ...result, success } : { success, code: null, message: null, result }
  return answered(body, `order ${orders.map((order) => order.orderId).join(', ')}`)
}

function createOrders(platform: BuyersPlatform, params: Params): WorkedAnswer {
  const { trade } = platform
  const receiver = trade.addresses.resolve(params['addressParam']!)
  if (isAddressFault(receiver)) return createRefusal(receiver.code, receiver.message)
  const cargo = readCargo(params['cargoParamList']!)
  if (isFault(cargo)) return createRefusal(cargo.code, cargo.message)
  const outOrderId = params['outOrderId'] || null
  const first = outOrderId === null ? undefined : trade.book.byOutOrderId(outOrderId)[0]
  if (first && trade.quirks.repeatedOutOrderId() === 'first') return createdAnswer(platform, [first], [])
  if (first && trade.quirks.repeatedOutOrderId() === 'refuse')
    return createRefusal('OUT_ORDER_ID_REPEATED', `outOrderId重复:${outOrderId}`)
  const drafting = draftOrders(platform, cargo, params['flow'], receiver, trade.quirks.dropFailedOffers())
  if (isFault(drafting)) return createRefusal(drafting.code, drafting.message, [drafting])
  const offered = drafting.drafts.map((draft) => tradeTypesOf(platform, draft.lines))
  // When left out, 1688 chooses: credit if it is opened, otherwise escrow, otherwise what the goods allow (reference 3.4).
  const picks = [...(trade.quirks.creditOpened() ? ['creditBuy'] : []), 'assureTrade', ...STAGED_TYPES]
  const tradeType =
    params['tradeType'] || (picks.find((type) => offered.every((types) => types.includes(type))) ?? 'assureTrade')
  if (offered.some((types) => !types.includes(tradeType)))
    return createRefusal('400', `not support tradeType:${tradeType}`)
  const officialSolution = ['useOfficialSolution', 'useCrossBorderLogisticsSolution'].some(
    (name) => params[name] === 'true',
  )
  if (officialSolution && !trade.quirks.officialSolution()) return createRefusal('400', '该订单不支持官方跨境物流方案')
  const orders = drafting.drafts.map((draft) =>
    trade.life.create({
      buyer: trade.buyer,
      outOrderId,
      flow: draft.flow,
      tradeType,
      message: params['message'] ?? '',
      receiver,
      lines: draft.lines,
      freightFen: draft.freightFen,
      crossBorderPay: draft.crossBorderPay,
      officialSolution,
    }),
  )
  return createdAnswer(platform, orders, drafting.failed)
}

const CREATE_REQUIRED = ['flow', 'addressParam', 'cargoParamList']

export const ORDER_MAKING_CALLS: readonly Api[] = [
  preview,
  tradeApi('alibaba.trade.createCrossOrder', CREATE_REQUIRED, createOrders),
  tradeApi('alibaba.trade.fastCreateOrder', CREATE_REQUIRED, createOrders),
]
