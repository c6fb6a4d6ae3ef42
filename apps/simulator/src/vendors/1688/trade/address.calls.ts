import type { Api } from '../api.ts'
import { divisionOf, divisionText, parseAddressText } from './divisions.ts'
import { answered, flatRefusal, tradeApi } from './trade.answers.ts'

const receiveAddressGet = tradeApi('alibaba.trade.receiveAddress.get', [], (platform) => {
  const items = platform.trade.addresses.saved().map((saved) => {
    const division = divisionOf(saved.divisionCode)!
    return {
      id: saved.id,
      fullName: saved.fullName,
      address: saved.address,
      post: division.postCode,
      phone: saved.phone,
      mobilePhone: saved.mobile,
      addressCode: saved.divisionCode,
      addressCodeText: divisionText(division),
      isDefault: saved.isDefault,
      townCode: saved.townCode,
      townName: saved.townName,
    }
  })
  return answered({ success: true, code: null, message: null, result: { success: true, receiveAddressItems: items } })
})

const addressCodeParse = tradeApi('alibaba.trade.addresscode.parse', ['addressInfo'], (_platform, params) => {
  const parsed = parseAddressText(params['addressInfo']!)
  if (!parsed) return flatRefusal('400', '地址解析失败，请检查省市区')
  return answered({
    result: {
      address: parsed.rest,
      addressCode: parsed.division.code,
      addressCodeText: divisionText(parsed.division),
      isDefault: false,
      latest: false,
      postCode: parsed.division.postCode,
    },
  })
})

export const ADDRESS_CALLS: readonly Api[] = [receiveAddressGet, addressCodeParse]
