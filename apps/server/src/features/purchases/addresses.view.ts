import { receivingAddress } from '@huoqiao/contract/purchases/addresses.schema'
import type { ReceivingAddress } from '@huoqiao/contract/purchases/addresses.schema'
import { wireOf } from '../../platform/wire-of.ts'
import type { AddressRow } from './addresses.store.ts'
import type { AddressDoc } from './purchases.types.ts'

export const addressDoc = (row: AddressRow): AddressDoc => ({
  id: row.id,
  name: row.name,
  fullName: row.fullName,
  mobile: row.mobile,
  phone: row.phone,
  postCode: row.postCode,
  provinceText: row.provinceText,
  cityText: row.cityText,
  areaText: row.areaText,
  townText: row.townText,
  address: row.address,
  districtCode: row.districtCode,
  remoteAddressId: row.remoteAddressId,
  accountId: row.accountId,
})

export const addressView = (row: AddressRow): ReceivingAddress => ({
  ...wireOf(receivingAddress, row),
  can: { updateReceivingAddress: true, deleteReceivingAddress: true },
})
