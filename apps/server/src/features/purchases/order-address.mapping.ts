import type { OrderAddress } from '@huoqiao/connector-1688'
import type { AddressDoc } from './purchases.types.ts'

/**
 * The warehouse address in the form that an order at 1688 needs: the first of the three forms of 1688 reference 3.1 that is complete. A
 * saved address exists only in the account that saved it.
 */
export function orderAddressOf(address: AddressDoc, accountId: string): OrderAddress {
  if (address.remoteAddressId !== null && address.accountId === accountId) return { addressId: address.remoteAddressId }
  const addressee = {
    fullName: address.fullName,
    ...(address.mobile ? { mobile: address.mobile } : {}),
    ...(address.phone ? { phone: address.phone } : {}),
    ...(address.postCode ? { postCode: address.postCode } : {}),
    ...(address.townText ? { town: address.townText } : {}),
    address: address.address,
  }
  if (address.districtCode !== null) return { ...addressee, districtCode: address.districtCode }
  return {
    ...addressee,
    province: address.provinceText,
    city: address.cityText || address.provinceText,
    ...(address.areaText ? { district: address.areaText } : {}),
  }
}
