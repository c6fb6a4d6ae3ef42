import type { FieldsOf } from '../fields.ts'
import { CAN, ID, NOTE, UPDATED_AT, VERSION } from '../fields.ts'
import type { AddressFields, ReceivingAddress } from './addresses.schema.ts'

export const ADDRESS_FIELDS = {
  id: ID,
  name: { label: '名称', format: 'text' },
  fullName: { label: '收货人', format: 'text' },
  mobile: { label: '手机', format: 'text' },
  phone: { label: '电话', format: 'text' },
  postCode: { label: '邮编', format: 'text' },
  provinceText: { label: '省', format: 'text' },
  cityText: { label: '市', format: 'text' },
  areaText: { label: '区县', format: 'text' },
  townText: { label: '街道', format: 'text' },
  address: { label: '详细地址', format: 'text' },
  districtCode: { label: '区划代码', format: 'text' },
  remoteAddressId: { label: '1688地址编号', format: 'text' },
  accountId: { label: '1688账号', format: 'reference' },
  isDefault: { label: '默认地址', format: 'yes-no' },
  note: NOTE,
  version: VERSION,
  updatedAt: UPDATED_AT,
  can: CAN,
} satisfies FieldsOf<ReceivingAddress, AddressFields>
