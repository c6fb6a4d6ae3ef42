import type { ConfigKey } from './config.keys.ts'

export type ConfigValue = string | number | boolean

/** What is wrong with a value for this setting; undefined: it is valid. */
export function faultOf(key: ConfigKey, value: ConfigValue): string | undefined {
  switch (key.type) {
    case 'number': {
      if (typeof value !== 'number' || !Number.isFinite(value)) return '应为数字'
      if (value < key.min || value > key.max) return `应在 ${key.min} 到 ${key.max} 之间`
      const scale = 10 ** (key.decimals ?? 0)
      return Number.isInteger(Math.round(value * scale * 1e6) / 1e6) ? undefined : `最多 ${key.decimals ?? 0} 位小数`
    }
    case 'boolean':
      return typeof value === 'boolean' ? undefined : '应为是或否'
    case 'choice':
      return key.choices.some((one) => one.value === value) ? undefined : '不在可选范围内'
    case 'text':
      if (typeof value !== 'string') return '应为文字'
      return key.pattern && !key.pattern.test(value.trim()) ? (key.wrong ?? '格式不正确') : undefined
    default:
      return typeof value === 'string' && value.trim() !== '' ? undefined : '请填写密钥；要清除请恢复默认'
  }
}
