/**
 * The carriers for which Shopify creates tracking links, in its spelling (reference, section 5), each with the names and short codes of
 * Chinese platforms. With another spelling there is no link and no tracking.
 */
const CARRIERS: readonly (readonly [exact: string, ...others: string[]])[] = [
  ['China Post', '中国邮政', '中国邮政速递', '邮政', 'CHINAPOST', 'CHINA POST', 'POSTB'],
  ['YunExpress', '云途', '云途物流', 'YUNTU', 'YUN EXPRESS', 'YUNEXPRESS'],
  ['4PX', '递四方', '递四方速递', '4PX EXPRESS'],
  ['SF Express', '顺丰', '顺丰速运', '顺丰国际', 'SF', 'SHUNFENG', 'SFEXPRESS', 'SF INTERNATIONAL'],
  ['WanbExpress', '万邦', '万邦速达', 'WANB', 'WANB EXPRESS'],
  ['Anjun Logistics', '安骏', '安骏物流', 'ANJUN'],
  ['SFC Fulfillment', '三态', '三态速递', 'SFC', 'SFC SERVICE'],
  ['YiFan Express', 'YIFAN'],
  ['DHL eCommerce Asia', 'DHL ECOMMERCE', 'DHL电商'],
  ['Chukou1', '出口易', 'CK1'],
  ['USPS', '美国邮政', 'UNITED STATES POSTAL SERVICE'],
  ['UPS', '联合包裹', 'UNITED PARCEL SERVICE'],
  ['FedEx', '联邦', '联邦快递', 'FEDEX EXPRESS'],
  ['DHL Express', '敦豪', 'DHL'],
  ['Royal Mail', '英国皇家邮政', '皇家邮政'],
  ['Canada Post', '加拿大邮政'],
  ['Australia Post', '澳大利亚邮政', '澳洲邮政', 'AUSPOST'],
]

const BY_NAME: ReadonlyMap<string, string> = new Map(
  CARRIERS.flatMap(([exact, ...others]) => [exact, ...others].map((name) => [plain(name), exact] as const)),
)

/** Every name that `knownCarrier` takes for one of them. */
export const CARRIER_NAMES: readonly string[] = CARRIERS.flat()

/**
 * Shopify's spelling of a carrier's name or short code; undefined for one that Shopify does not know (for example Yanwen, CNE, Cainiao,
 * J&T, UBI, ePacket and Sunyou): then the tracking's `urls` are required. A name followed by its code, as 1688 writes them ("顺丰速运(SF)"), is
 * found by either.
 */
export function knownCarrier(name: string): string | undefined {
  const [, before, code] = /^([^(（]*)[(（]([^)）]*)[)）]\s*$/.exec(name) ?? []
  const candidates = before === undefined || code === undefined ? [name] : [name, before, code]
  return candidates.map((each) => BY_NAME.get(plain(each))).find((found) => found !== undefined)
}

function plain(name: string): string {
  return name
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s._-]+/g, '')
}
