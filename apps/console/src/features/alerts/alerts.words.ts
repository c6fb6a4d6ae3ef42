import type { ChannelKind } from '@huoqiao/contract/alerts/alerts.status'

type Addressed = Exclude<ChannelKind, 'email'>

export const ADDRESS_EXAMPLES: Readonly<Record<Addressed, string>> = {
  wecom: 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=…',
  dingtalk: 'https://oapi.dingtalk.com/robot/send?access_token=…',
  feishu: 'https://open.feishu.cn/open-apis/bot/v2/hook/…',
  webhook: 'https://example.com/huoqiao-alerts',
}

/** Where a person finds the address. It is treated like a password, because anybody who has it can write into the group. */
export const ADDRESS_PLACES: Readonly<Record<Addressed, string>> = {
  wecom: '在群的右上角菜单 → 群机器人（消息推送）里添加，复制 Webhook 地址。',
  dingtalk: '在群设置 → 机器人 → 自定义里添加，复制 Webhook 地址。安全设置选“加签”，或关键词“货桥”。',
  feishu: '在群设置 → 群机器人 → 自定义机器人里添加，复制 Webhook 地址。安全设置选“签名校验”，或关键词“货桥”。',
  webhook: '每条告警以 JSON 发到这个地址，带时间和签名；接收方答复 2xx 才算收到。',
}

export const SECRET_HINTS: Readonly<Record<Exclude<Addressed, 'wecom'>, string>> = {
  dingtalk: '安全设置选了“加签”时填，以 SEC 开头。',
  feishu: '安全设置选了“签名校验”时填。',
  webhook: '至少16个字符。签名是 HMAC-SHA256，算法见运维文档。',
}
