import type { KeyValue } from './local-storage.ts'

const KEY = 'huoqiao:device'
const MARK = /^[A-Za-z0-9_-]{43}$/

/**
 * What this browser shows at a login, so that it is known again: it stays when somebody logs out, and is worth nothing without the
 * password. Empty where none is kept, or what is kept is not one.
 */
export function readDeviceMark(storage: KeyValue): { deviceMark?: string } {
  const mark = storage.getItem(KEY)
  return mark !== null && MARK.test(mark) ? { deviceMark: mark } : {}
}

export const keepDeviceMark = (storage: KeyValue, mark: string): void => storage.setItem(KEY, mark)
