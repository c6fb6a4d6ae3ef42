import { ADDRESS, WRONG_ADDRESS } from './address.pattern.ts'
import type { ConfigKey } from './config.keys.ts'

export const ALERTS_KEYS = {
  'alerts.consoleOrigin': {
    group: '告警',
    title: '告警里的控制台地址',
    help: '告警里的链接以它开头，例如 https://erp.example.com；留空时告警里没有链接',
    type: 'text',
    value: '',
    pattern: ADDRESS,
    wrong: WRONG_ADDRESS,
  },
} as const satisfies Record<string, ConfigKey>
