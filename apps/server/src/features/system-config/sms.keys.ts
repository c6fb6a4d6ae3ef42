import { ADDRESS, WRONG_ADDRESS } from './address.pattern.ts'
import type { ConfigKey } from './config.keys.ts'

/** The provider and sender of login codes by SMS. */
export const SMS_KEYS = {
  'sms.provider': {
    group: '短信',
    title: '短信服务',
    help: '设置后，登录失败3次要用短信验证码；不发送时只会越来越久地锁定',
    type: 'choice',
    value: 'log',
    choices: [
      { value: 'log', label: '不发送' },
      { value: 'aliyun', label: '阿里云短信' },
    ],
  },
  'sms.aliyunEndpoint': {
    group: '短信',
    title: '阿里云接口地址',
    help: '一般不用改',
    type: 'text',
    value: 'https://dysmsapi.aliyuncs.com/',
    pattern: ADDRESS,
    wrong: WRONG_ADDRESS,
  },
  'sms.aliyunAccessKeyId': {
    group: '短信',
    title: '阿里云 AccessKey ID',
    help: '建议用只有短信权限的子账号',
    type: 'text',
    value: '',
  },
  'sms.aliyunAccessKeySecret': {
    group: '短信',
    title: '阿里云 AccessKey Secret',
    help: '只写入，不再显示',
    type: 'secret',
  },
  'sms.aliyunSignName': { group: '短信', title: '短信签名', help: '在阿里云审核通过的签名', type: 'text', value: '' },
  'sms.aliyunTemplateCode': {
    group: '短信',
    title: '短信模板',
    help: '模板里的变量写作 ${code}，例如：验证码 ${code}，5分钟内有效',
    type: 'text',
    value: '',
    pattern: /^(SMS_\d+)?$/,
    wrong: '形如 SMS_123456789',
  },
} as const satisfies Record<string, ConfigKey>
