/** What a person is shown on the page, and the one thing that they can do about it. */
export type Report = {
  readonly tone: 'done' | 'waiting' | 'failed'
  readonly text: string
  /** the next step, in words */
  readonly next?: string
  readonly act?: 'settings' | 'copy-link' | 'without-description'
}

export const NO_SETTINGS: Report = {
  tone: 'failed',
  text: '插件还没有连接货桥',
  next: '在设置里填写货桥的地址和采集密钥',
  act: 'settings',
}

export const CHALLENGED: Report = {
  tone: 'failed',
  text: '1688 要求先验证，没有采集',
  next: '在 1688 的页面上完成验证，再采集一次',
}

export const unreadable = (version: string): Report => ({
  tone: 'failed',
  text: `插件不认识这个版本的商品页（${version}），没有采集`,
  next: '复制链接，粘贴到货桥的“1688选品”里采集；并把括号里的内容告诉管理员',
  act: 'copy-link',
})

export const notForSale = (status: string): Report => ({
  tone: 'failed',
  text: `商品已下架（1688状态：${status}），没有采集`,
  next: '换一个货源',
})

export const tooLarge = (bytes: number, max: number, hasDescription: boolean): Report => ({
  tone: 'failed',
  text: `这个商品页有 ${megabytes(bytes)}，超过货桥一次能收的 ${megabytes(max)}，没有采集`,
  ...(hasDescription
    ? { next: '可以不带详情描述采集，标题、图片、规格和价格不受影响', act: 'without-description' as const }
    : { next: '复制链接，粘贴到货桥的“1688选品”里采集', act: 'copy-link' as const }),
})

export const away = (waiting: number): Report => ({
  tone: 'waiting',
  text: `货桥暂时连不上或正忙，已存在插件里，连上后自动发送（共 ${waiting} 个）`,
})

const megabytes = (bytes: number): string => `${(Math.ceil((bytes / 1024 / 1024) * 10) / 10).toString()} MB`
