import { RemoteFailure } from '@huoqiao/connector-kit'
import { toParsedAddress, toReceiveAddresses } from '../mapping/address.mapping.ts'
import type { OrderAddress, ParsedAddress, ReceiveAddress } from '../trade.ts'
import type { CallOptions, Transport } from '../transport.ts'
import { longOf } from '../wire/big-json.ts'
import { resultLayout } from '../wire/call-descriptor.ts'
import type { CallDescriptor } from '../wire/call-descriptor.ts'

const RECEIVE_ADDRESSES: CallDescriptor = {
  namespace: 'com.alibaba.trade',
  name: 'alibaba.trade.receiveAddress.get',
  safe: true,
  token: true,
  answer: { ...resultLayout('result'), shape: ['result'] },
}

const PARSE_ADDRESS: CallDescriptor = {
  ...RECEIVE_ADDRESSES,
  name: 'alibaba.trade.addresscode.parse',
  maskedParams: ['addressInfo'],
}

/** The account's saved addresses (reference 3.1). Throws RemoteFailure. */
export async function receiveAddresses(transport: Transport, options?: CallOptions): Promise<ReceiveAddress[]> {
  const { payload } = await transport.call(RECEIVE_ADDRESSES, {}, options)
  return toReceiveAddresses(payload)
}

/** Lets 1688 find the region in a pasted address (reference 3.1). Throws RemoteFailure, `rejected` where it finds none. */
export async function parseAddress(
  transport: Transport,
  address: string,
  options?: CallOptions,
): Promise<ParsedAddress> {
  const { payload } = await transport.call(PARSE_ADDRESS, { addressInfo: address }, options)
  const parsed = toParsedAddress(payload)
  if (parsed.districtCode !== null || parsed.region.length > 0) return parsed
  // Without the exchange, because the answer repeats the address.
  throw new RemoteFailure('rejected', `${PARSE_ADDRESS.name}: 地址无法识别`, {
    vendor: '1688',
    call: PARSE_ADDRESS.name,
    code: 'address-unknown',
  })
}

/** `addressParam` of reference 3.1: exactly one of the three forms, because 1688 would silently use the first one. */
export function addressParam(address: OrderAddress): Record<string, unknown> {
  if ('addressId' in address) return { addressId: longOf(address.addressId) }
  const { fullName, mobile, phone, postCode } = address
  const common = { fullName, mobile, phone, postCode, townText: address.town, address: address.address }
  if ('districtCode' in address) return { ...common, districtCode: address.districtCode }
  return { ...common, provinceText: address.province, cityText: address.city, areaText: address.district }
}
