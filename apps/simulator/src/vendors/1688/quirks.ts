import type { SimCore } from '../../core.ts'
import { openQuirkTable } from '../../core/quirk-table.ts'

/** Switches for everything that the reference marks UNCERTAIN, or that section 8 point 3 wants to be settable. */
export const openQuirks1688 = (core: SimCore) =>
  openQuirkTable(core, '1688', {
    qps: [30, '每个应用每秒最多调用次数；超出即 gw.QosAppFrequencyLimit（§1.8）'],
    usageLeft: [-1, '调用包剩余次数，-1 为不限；用完即 gw.NoUsageLeftError（§1.7）'],
    deniedApis: ['', '未授权的 API 名称，逗号分隔；调用即 gw.APIACLDecline（§1.9）'],
    tokenSeconds: [36_000, 'access_token 有效秒数，官方为 10 小时（§1.6）'],
    refreshTokenDays: [180, 'refresh_token 有效天数，约半年（§1.6）'],
    refreshReturnsRefreshToken: [false, '刷新时也返回新的 refresh_token（§1.6）'],
    postponeWithinDays: [30, 'refresh_token 到期前多少天之内接受 postponeToken，-1 为从不接受（§1.6，UNCERTAIN）'],
    postponeEndsOld: [true, 'postponeToken 以后旧的 refresh_token 立即失效（§1.6，UNCERTAIN）'],
    redirectHost: ['', '应用登记的回调域名，空为不检查（§1.6）'],
    consentRefusal: [
      'callback',
      '拒绝授权以后：callback 带 error=access_denied 回到应用 / stay 留在授权页（§1.6 没有写明）',
    ],
    nulls: ['null', '空字段写成 null 还是省略：null / absent（§2.1）'],
    removedProduct: ['status', '下架商品的详情：status 返回状态 / refuse 直接失败（§2.3）'],
    languages: [
      'en,ja,ko,ru,vi,fr,pt,es,th,id,ar',
      '有译文的语言，逗号分隔（§2.1 的 country，除 en/ja/ko 外 UNCERTAIN）',
    ],
    unknownLanguage: [
      'english',
      'country 是别的语言时：english 给英文译文 / refuse 失败 / chinese 译文字段是中文原文（§2.1，UNCERTAIN）',
    ],
    pageSizeCap: [50, '关键词搜索每页最多条数（§1.8）'],
    descriptionForm: [
      'html',
      '详情的 description 与 descriptionTrans：html 正文 / address 网址，网址上是 HTML / script 网址，网址上是 var offer_details=… / gone 网址打不开（§2.3）',
    ],
    productPage: [
      'context',
      '商品网页把数据放在哪里：context 为 window.context（2024 年起） / next 为改版后的位置，采集插件不认识',
    ],
    descriptionMegabytes: [0, '详情的大小，MB；0 为原样'],
    noPermissionOffers: ['', '应用无权查询的货源 ID，逗号分隔：详情回答“没有该商品的查询权限”（§1.9）'],
    noPermissionShape: ['flat', '无权查询时的回答：flat 平铺在最外层 / nested 放在 result 里（§1.7）'],
    recommendOnePsale: [
      'onePsale',
      '推荐接口的一件代发字段：onePsale 官方示例 / isOnePsale 与搜索相同 / both 两个都给（§2.4）',
    ],
    alreadyRelated: ['refuse', '重复建立铺货关系：refuse 失败 / accept 成功（§2.6）'],
    signatureStatus: [400, 'gw.Signature* 与 gw.APIUnsupported 的 HTTP 状态（§1.7）'],
  })

export type Quirks1688 = ReturnType<typeof openQuirks1688>
