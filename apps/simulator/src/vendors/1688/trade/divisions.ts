import { DIVISIONS } from './divisions.table.ts'

export type Division = {
  /** Six digits: the district's, or the city's where a city has no districts. */
  code: string
  province: string
  city: string
  /** '' where the city has no districts. */
  area: string
  postCode: string
}

const ALL: readonly Division[] = DIVISIONS.trim()
  .split('\n')
  .flatMap((line) => {
    const [province = '', city = '', cityCode = '', postCode = '', districts = ''] = line.split('|')
    const base = { province, city, postCode }
    if (districts === '') return [{ ...base, code: cityCode, area: '' }]
    return districts
      .split(' ')
      .map((district) => ({ ...base, code: cityCode.slice(0, 4) + district.slice(0, 2), area: district.slice(2) }))
  })

const BY_CODE = new Map(ALL.map((division) => [division.code, division]))

export const divisionOf = (code: string): Division | undefined => BY_CODE.get(code)

/** Province of any six-digit code, also of a province or a city: the first two digits identify it. */
export const provinceOf = (code: string): string | undefined =>
  ALL.find((division) => division.code.slice(0, 2) === code.slice(0, 2))?.province

/** "province city district", with two parts where a city has no districts (reference 3.1). */
export const divisionText = ({ province, city, area }: Division): string =>
  [province, city, area].filter((part) => part !== '').join(' ')

/** Names in their short form: 浙江 for 浙江省, 新疆 for 新疆维吾尔自治区. */
const bare = (name: string): string => name.replace(/(省|市|壮族自治区|回族自治区|维吾尔自治区|自治区)$/, '')

/** If `text` begins with `name`, whole or in its short form, the rest after it; otherwise undefined. */
function behind(text: string, name: string): string | undefined {
  for (const form of [name, bare(name)]) if (form !== '' && text.startsWith(form)) return text.slice(form.length)
  return undefined
}

/** The division with these names, which may be short forms; the area may be empty only for a city without districts. */
export function divisionNamed(province: string, city: string, area: string): Division | undefined {
  return ALL.find(
    (division) =>
      bare(division.province) === bare(province) && bare(division.city) === bare(city) && division.area === area.trim(),
  )
}

export type ParsedAddress = { division: Division; rest: string }

/**
 * Reads "浙江省 杭州市 滨江区网商路699号" and the like, with or without spaces and the word 省; the province may be
 * missing. Undefined when city and district are not both recognised.
 */
export function parseAddressText(given: string): ParsedAddress | undefined {
  const text = given.replace(/[\s,，]+/g, '')
  for (const division of ALL) {
    const afterProvince = behind(text, division.province) ?? text
    const afterCity = behind(afterProvince.replace(/^[市省]/, ''), division.city)
    // 北京市朝阳区: the municipality's name occurs once for both province and city.
    const once = division.province === bare(division.city) ? behind(text, division.city) : undefined
    for (const rest of [afterCity, once]) {
      if (rest === undefined) continue
      if (division.area === '') return { division, rest }
      if (rest.startsWith(division.area)) return { division, rest: rest.slice(division.area.length) }
    }
  }
  return undefined
}
