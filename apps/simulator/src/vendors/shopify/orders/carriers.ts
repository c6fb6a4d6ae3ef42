/**
 * Carriers for whose exact name the shop creates the tracking link (reference shopify-admin 5). Addresses are the carriers' public tracking
 * pages. All others (Yanwen, CNE, Cainiao, J&T, UBI, ePacket, Sunyou …) get no link unless one is sent.
 */
const LINKS: Readonly<Record<string, string>> = {
  'China Post': 'https://www.track-chinapost.com/result_china.php?order_no=',
  YunExpress: 'https://www.yuntrack.com/parcelTracking?id=',
  '4PX': 'https://track.4px.com/#/result/0/',
  'SF Express': 'https://www.sf-express.com/us/en/dynamic_function/waybill/#search/bill-number/',
  WanbExpress: 'https://tracking.wanbexpress.com/?trackingNumbers=',
  'Anjun Logistics': 'https://www.szanjuntrack.com/track?number=',
  'SFC Fulfillment': 'https://www.sfcservice.com/track/index/?number=',
  'YiFan Express': 'https://www.yifanex.com/track?number=',
  'DHL eCommerce Asia': 'https://www.dhl.com/track/ecommerce-asia?tracking-id=',
  Chukou1: 'https://www.chukou1.com/LogistictsTrack.aspx?trackNo=',
  USPS: 'https://tools.usps.com/go/TrackConfirmAction.action?tLabels=',
  UPS: 'https://www.ups.com/track?tracknum=',
  FedEx: 'https://www.fedex.com/fedextrack/?trknbr=',
  'DHL Express': 'https://www.dhl.com/en/express/tracking.html?AWB=',
  'Royal Mail': 'https://www.royalmail.com/track-your-item#/tracking-results/',
  'Canada Post': 'https://www.canadapost-postescanada.ca/track-reperage/en#/search?searchFor=',
  'Australia Post': 'https://auspost.com.au/mypost/track/#/details/',
}

/** The link that the shop creates; null for a carrier that is not listed, or is spelt differently. */
export const trackingLink = (company: string | null, number: string | null): string | null => {
  const base = company === null ? undefined : LINKS[company]
  return base === undefined || number === null ? null : `${base}${encodeURIComponent(number)}`
}
