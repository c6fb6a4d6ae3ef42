import type { ChannelKind } from '@huoqiao/contract/alerts/alerts.status'

type Robot = Extract<ChannelKind, 'wecom' | 'dingtalk' | 'feishu'>
type RobotAddress = { name: string; is: (url: URL) => boolean; example: string; where: string }

/** Addresses are recognised by path and token, not by host, because private installations of all three have their own hosts. */
const ROBOTS: Readonly<Record<Robot, RobotAddress>> = {
  wecom: {
    name: '企业微信群机器人',
    is: (url) => url.pathname.endsWith('/cgi-bin/webhook/send') && Boolean(url.searchParams.get('key')),
    example: 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=…',
    where: '企业微信群 → 右上角菜单 → 群机器人（消息推送） → 复制 Webhook 地址',
  },
  dingtalk: {
    name: '钉钉群机器人',
    is: (url) => url.pathname.endsWith('/robot/send') && Boolean(url.searchParams.get('access_token')),
    example: 'https://oapi.dingtalk.com/robot/send?access_token=…',
    where: '钉钉群设置 → 机器人 → 添加自定义机器人 → 复制 Webhook 地址',
  },
  feishu: {
    name: '飞书群机器人',
    is: (url) => /\/open-apis\/bot\/v2\/hook\/[\w-]+$/.test(url.pathname),
    example: 'https://open.feishu.cn/open-apis/bot/v2/hook/…',
    where: '飞书群设置 → 群机器人 → 添加自定义机器人 → 复制 Webhook 地址',
  },
}
const isRobot = (kind: ChannelKind): kind is Robot => kind in ROBOTS
/** Where the chat app shows the address, for the message of a form without one; '' for other kinds. */
export const whereOf = (kind: ChannelKind): string => (isRobot(kind) ? ROBOTS[kind].where : '')

/** What is wrong with the address of a robot or webhook, and where to find the right one; undefined: it may be one. */
export function addressFault(kind: ChannelKind, address: string): string | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol)) return '应为 https:// 开头的完整地址'
  if (url.username !== '' || url.password !== '') return '地址里不能带用户名和密码'
  const other = (Object.keys(ROBOTS) as Robot[]).find((robot) => robot !== kind && ROBOTS[robot].is(url))
  if (isRobot(kind) && !ROBOTS[kind].is(url)) {
    const { name, example, where } = ROBOTS[kind]
    return other === undefined
      ? `这不是${name}的地址，应形如 ${example}。在这里复制：${where}`
      : `这是${ROBOTS[other].name}的地址。请新建“${ROBOTS[other].name}”类型的渠道，或换成${name}的地址：${where}`
  }
  if (kind === 'webhook' && other !== undefined)
    return `这是${ROBOTS[other].name}的地址，它不认识签名Webhook的内容。请新建“${ROBOTS[other].name}”类型的渠道`
  return undefined
}
