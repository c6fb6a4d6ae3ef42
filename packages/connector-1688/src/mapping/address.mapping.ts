import type { ParsedAddress, ReceiveAddress } from '../trade.ts'
import { flag, id, isRecord, list, record, text } from '../wire/field.ts'

/** "province city district", space separated; cities without districts give two parts (reference 3.1). */
export const toRegion = (value: unknown): string[] => text(value)?.split(/\s+/) ?? []

/** `receiveAddressItems[]`. The names differ from those of a request: `post`, `mobilePhone`. */
export function toReceiveAddresses(payload: unknown): ReceiveAddress[] {
  const rows = Array.isArray(payload) ? payload : list(record(payload)['receiveAddressItems'])
  return rows.flatMap((item) => {
    const row = record(item)
    const addressId = id(row['id']) ?? id(row['addressId'])
    return addressId === null ? [] : { addressId, ...toParsedAddress(row), isDefault: flag(row['isDefault']) === true }
  })
}

/** The answer of `addresscode.parse`: a receiving address without the person; from a list of guesses the first is used. */
export function toParsedAddress(payload: unknown): ParsedAddress {
  const first: unknown = Array.isArray(payload) ? payload[0] : payload
  const outer = record(first)
  const row = isRecord(outer['result']) ? outer['result'] : outer
  return {
    fullName: text(row['fullName']),
    mobile: text(row['mobilePhone']) ?? text(row['mobile']),
    phone: text(row['phone']),
    postCode: text(row['post']) ?? text(row['postCode']),
    districtCode: id(row['addressCode']) ?? id(row['districtCode']),
    region: toRegion(row['addressCodeText']),
    townCode: text(row['townCode']),
    town: text(row['townName']),
    address: text(row['address']),
  }
}
