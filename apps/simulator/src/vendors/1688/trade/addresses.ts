import type { SimCore } from '../../../core.ts'
import { ACCOUNT, accountOf, SECOND_ACCOUNT } from '../buyers.ts'
import type { BuyerAccount } from '../buyers.ts'
import { readFields, textOf } from '../param-reading.ts'
import type { Fields } from '../param-reading.ts'
import { divisionNamed, divisionOf } from './divisions.ts'
import type { Division } from './divisions.ts'
import type { Receiver } from './order.types.ts'
import type { TradeQuirks } from './trade.quirks.ts'

export type SavedAddress = {
  id: number
  /** Absent: the address belongs to the first account. */
  memberId?: string
  fullName: string
  mobile: string
  phone: string
  address: string
  divisionCode: string
  townCode: string
  townName: string
  isDefault: boolean
}

/** Saved addresses: those of the first buyer in 义乌, in the two-part city 东莞 and in 上海; the second buyer has one. */
const SAVED: readonly SavedAddress[] = [
  {
    id: 593_861_699,
    fullName: '货桥义乌仓',
    mobile: '15251667788',
    phone: '',
    address: '北苑街道雪峰西路968号货桥集运仓3号库',
    divisionCode: '330782',
    townCode: '330782003',
    townName: '北苑街道',
    isDefault: true,
  },
  {
    id: 593_861_742,
    fullName: '货桥东莞仓',
    mobile: '13826901234',
    phone: '0769-85123456',
    address: '虎门镇怀德社区大岭山路12号B栋',
    divisionCode: '441900',
    townCode: '441900121',
    townName: '虎门镇',
    isDefault: false,
  },
  {
    id: 593_861_801,
    fullName: '货桥上海质检点',
    mobile: '13917665544',
    phone: '',
    address: '川沙新镇华夏东路2255号',
    divisionCode: '310115',
    townCode: '310115104',
    townName: '川沙新镇',
    isDefault: false,
  },
  {
    id: 601_204_118,
    memberId: SECOND_ACCOUNT.memberId,
    fullName: '二号公司仓',
    mobile: '13700001111',
    phone: '',
    address: '福田街道银海路399号',
    divisionCode: '330782',
    townCode: '330782001',
    townName: '福田街道',
    isDefault: true,
  },
]

export type AddressFault = { code: string; message: string }

const fault = (message: string): AddressFault => ({ code: '400', message })

const NUMBER_FIELDS = /^[\d-]+$/

/** Addresses of the buyer, and parsing of `addressParam` (reference 3.1). */
export function openAddresses(core: SimCore, quirks: TradeQuirks) {
  const table = core.table<SavedAddress>('1688-addresses')
  const seed = (): void => {
    for (const saved of SAVED) table.put(String(saved.id), saved)
  }
  if (table.size === 0) seed()

  const ofSaved = (saved: SavedAddress): Receiver => {
    const division = divisionOf(saved.divisionCode)!
    return {
      fullName: saved.fullName,
      mobile: saved.mobile,
      phone: saved.phone,
      postCode: division.postCode,
      provinceText: division.province,
      cityText: division.city,
      areaText: division.area,
      townText: saved.townName,
      address: saved.address,
      districtCode: saved.divisionCode,
    }
  }
  const divisionIn = (fields: Fields): Division | undefined => {
    const text = (name: string): string => textOf(fields, name) ?? ''
    const named = text('provinceText') + text('cityText') + text('areaText') !== ''
    if (!named) return divisionOf(text('districtCode'))
    return divisionNamed(text('provinceText'), text('cityText'), text('areaText'))
  }
  const of = (buyer: BuyerAccount) => ({
    saved: (): SavedAddress[] => Array.from(table.values()).filter((saved) => accountOf(saved.memberId) === buyer),
    save: (saved: SavedAddress): void => table.put(String(saved.id), saved),
    /** A saved address has priority over a code, a code over texts; the others are ignored. */
    resolve: (addressParam: string): Receiver | AddressFault => {
      const fields = readFields(addressParam)
      if (!fields) return fault('addressParam不合法')
      const addressId = textOf(fields, 'addressId')
      if (addressId !== undefined) {
        const saved = table.get(addressId)
        return saved && accountOf(saved.memberId) === buyer
          ? ofSaved(saved)
          : fault('AddressId invalid:AddressId invalid')
      }
      const text = (name: string): string => textOf(fields, name) ?? ''
      if (text('fullName') === '' || (quirks.fullNameCheck() && Array.from(text('fullName')).length < 2))
        return fault('fullName invalid:收货人姓名不合法')
      if (text('mobile') + text('phone') === '') return fault('mobile invalid:手机和电话不能都为空')
      for (const name of ['mobile', 'phone'])
        if (text(name) !== '' && !NUMBER_FIELDS.test(text(name))) return fault(`${name} invalid:只能包含数字和-`)
      if (text('address') === '') return fault('address invalid:详细地址不能为空')
      const division = divisionIn(fields)
      if (!division) return fault('address invalid:省市区解析失败')
      return {
        fullName: text('fullName'),
        mobile: text('mobile'),
        phone: text('phone'),
        postCode: text('postCode') || division.postCode,
        provinceText: division.province,
        cityText: division.city,
        areaText: division.area,
        townText: text('townText'),
        address: text('address'),
        districtCode: division.code,
      }
    },
  })
  return {
    ...of(ACCOUNT),
    of,
    reset: () => {
      table.clear()
      seed()
    },
  }
}
export const isAddressFault = (value: Receiver | AddressFault): value is AddressFault => 'code' in value
