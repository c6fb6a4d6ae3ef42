const MOBILE = /(?<!\d)(?:\+?86[- ]?)?(1[3-9]\d)[- ]?(\d{4})[- ]?(\d{4})(?!\d)/
const PHONE = /(?<!\d)(0\d{2,3})[- ]?(\d{7,8})(?:[-转](\d{1,5}))?(?!\d)/
const PLACE_MARK = /^(?:收货地址|收件地址|详细地址|所在地区|地址)[:：]+/
/** Labels that people write before a name, and words that cannot be a name. */
const NAME_MARK = /(?:收货人|收件人|联系人|姓名)[:：\s]*/
const NOT_A_NAME = /[省市区县镇乡村街路道号楼室幢栋仓库园]|\d/

const PROVINCE =
  /^(?:北京|天津|上海|重庆|河北|山西|辽宁|吉林|黑龙江|江苏|浙江|安徽|福建|江西|山东|河南|湖北|湖南|广东|海南|四川|贵州|云南|陕西|甘肃|青海|台湾|内蒙古|广西|西藏|宁夏|新疆|香港|澳门)/

/** The text without its numbers, split into words, and the word that is the receiver's name. */
function readText(text: string) {
  const mobile = MOBILE.exec(text)
  const rest = mobile ? text.replace(mobile[0], ' ') : text
  const phone = PHONE.exec(rest)
  const words = (phone ? rest.replace(phone[0], ' ') : rest)
    .replace(/(?:手机|电话|联系电话)[号码]*[:：]?/g, ' ')
    .split(/[\s,，;；、|/]+/)
    .filter(Boolean)
  const receiver =
    words.find((word) => NAME_MARK.test(word)) ??
    // The name stands before or after the address; a word in the middle is a city.
    [...words.slice(0, 1), ...words.slice(1).toReversed()].find(
      (word) => /^[\u4e00-\u9fff·]{2,4}$/.test(word) && !NOT_A_NAME.test(word) && !PROVINCE.test(word),
    )
  return { mobile, phone, words, receiver }
}

/** The receiver and the phone in a pasted address: 1688's parser returns neither (1688 reference, 3.1). Empty: not found. */
export function phonesIn(text: string): { fullName: string; mobile: string; phone: string } {
  const { mobile, phone, receiver } = readText(text)
  return {
    fullName: receiver?.replace(NAME_MARK, '') ?? '',
    mobile: mobile ? mobile.slice(1, 4).join('') : '',
    phone: phone ? phone.slice(1).filter(Boolean).join('-') : '',
  }
}

/** The address alone. 1688's parser needs it to start with the province, but people paste the receiver in front of it. */
export function placeIn(text: string): string {
  const { words, receiver } = readText(text)
  const place = words.filter((word) => word !== receiver).map((word) => word.replace(PLACE_MARK, ''))
  return place.filter(Boolean).join(' ') || text.trim()
}

const ASKED = { fullName: '收货人', provinceText: '省份', address: '详细地址' } as const

/** Names the fields that a person still has to fill in. */
export function missingOf(fields: {
  fullName: string
  provinceText: string
  address: string
  mobile: string
  phone: string
}): string[] {
  const empty = (Object.keys(ASKED) as (keyof typeof ASKED)[])
    .filter((key) => fields[key] === '')
    .map((key) => ASKED[key])
  return fields.mobile === '' && fields.phone === '' ? [...empty, '手机或电话'] : empty
}
