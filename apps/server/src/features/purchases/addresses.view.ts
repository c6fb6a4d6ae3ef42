import type { ReceivingAddress } from '@huoqiao/contract/purchases/addresses.schema'
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
  ...addressDoc(row),
  isDefault: row.isDefault,
  note: row.note,
  version: row.version,
  updatedAt: row.updatedAt.getTime(),
  can: { updateReceivingAddress: true, deleteReceivingAddress: true },
})
