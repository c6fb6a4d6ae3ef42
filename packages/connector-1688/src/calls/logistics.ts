import { isRemoteFailure } from '@huoqiao/connector-kit'
import { toFreightEstimate } from '../mapping/freight.mapping.ts'
import { toCarriers, toParcels, toTraces } from '../mapping/parcel.mapping.ts'
import type { Carrier, FreightEstimate, FreightInput, SourceParcel, SourceTrace } from '../shipping.ts'
import type { CallOptions, Transport } from '../transport.ts'
import { longOf } from '../wire/big-json.ts'
import { CROSSBORDER_LAYOUT, resultLayout, topLayout } from '../wire/call-descriptor.ts'
import type { CallDescriptor } from '../wire/call-descriptor.ts'
import { saysNoTrace } from '../wire/error-words.ts'

const INFOS: CallDescriptor = {
  namespace: 'com.alibaba.logistics',
  name: 'alibaba.trade.getLogisticsInfos.buyerView',
  safe: true,
  token: true,
  answer: topLayout('result'),
  // Not shipped yet (reference 4).
  wordFor: (code) => (code === '500_2' ? 'not-found' : undefined),
}

const TRACE: CallDescriptor = {
  ...INFOS,
  name: 'alibaba.trade.getLogisticsTraceInfo.buyerView',
  answer: topLayout('logisticsTrace'),
  wordFor: (code, message) => (code === '500_2' || saysNoTrace(message) ? 'not-found' : undefined),
}

const COMPANIES: CallDescriptor = {
  namespace: 'com.alibaba.logistics',
  name: 'alibaba.logistics.OpQueryLogisticCompanyList',
  safe: true,
  token: true,
  answer: topLayout('result'),
}

const URGE: CallDescriptor = {
  ...COMPANIES,
  name: 'logistics.delivery.urge',
  safe: false,
  answer: resultLayout('result'),
}

const FREIGHT: CallDescriptor = {
  namespace: 'com.alibaba.fenxiao.crossborder',
  name: 'product.freight.estimate',
  safe: true,
  token: true,
  answer: CROSSBORDER_LAYOUT,
}

/** An order's parcels (reference 4); empty if nothing was shipped. Throws RemoteFailure. */
export async function parcels(transport: Transport, orderId: string, options?: CallOptions): Promise<SourceParcel[]> {
  const payload = await orNone(transport, INFOS, { orderId: longOf(orderId), webSite: '1688' }, options)
  return toParcels(payload, orderId)
}

/** The traces of an order's parcels, or of one of them (reference 4); empty if there are none. Throws RemoteFailure. */
export async function trace(
  transport: Transport,
  orderId: string,
  logisticsId: string | undefined,
  options?: CallOptions,
): Promise<SourceTrace[]> {
  const params = { orderId: longOf(orderId), webSite: '1688', logisticsId }
  return toTraces(await orNone(transport, TRACE, params, options))
}

/** All carriers that 1688 knows (reference 4). Throws RemoteFailure. */
export async function carriers(transport: Transport, options?: CallOptions): Promise<Carrier[]> {
  const { payload } = await transport.call(COMPANIES, {}, options)
  return toCarriers(payload)
}

/** Asks the seller to ship (reference 4). Throws RemoteFailure. */
export async function urgeDelivery(transport: Transport, orderId: string, options?: CallOptions): Promise<void> {
  longOf(orderId)
  await transport.call(URGE, { orderId }, options)
}

/** The freight for some pieces of an offer to a district (reference 2.4). Throws RemoteFailure. */
export async function estimateFreight(
  transport: Transport,
  input: FreightInput,
  options?: CallOptions,
): Promise<FreightEstimate> {
  const query = {
    offerId: longOf(input.offerId),
    toProvinceCode: input.provinceCode,
    toCityCode: input.cityCode,
    // Contains the district, despite its name.
    toCountryCode: input.districtCode,
    totalNum: input.quantity,
    logisticsSkuNumModels: input.skus.map(({ skuId, quantity }) => ({ skuId, number: quantity })),
  }
  const { payload } = await transport.call(FREIGHT, { productFreightQueryParamsNew: query }, options)
  return toFreightEstimate(payload)
}

/** "Nothing yet" is a valid answer; an unknown order is reported when the order itself is read. */
async function orNone(
  transport: Transport,
  descriptor: CallDescriptor,
  params: Record<string, string | bigint | undefined>,
  options: CallOptions | undefined,
): Promise<unknown> {
  try {
    return (await transport.call(descriptor, params, options)).payload
  } catch (error) {
    if (isRemoteFailure(error) && error.word === 'not-found') return []
    throw error
  }
}
