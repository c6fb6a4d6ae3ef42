import type { KeyValue } from './local-storage.ts'

const KEY = 'huoqiao:device'
const MARK = /^[A-Za-z0-9_-]{43}$/

/**
 * The mark that this browser sends with a login, so that the server recognizes it. It is kept after a logout, and is useless without the
 * password. Empty when none is stored or the stored value is not valid.
 */
export function readDeviceMark(storage: KeyValue): { deviceMark?: string } {
  const mark = storage.getItem(KEY)
  return mark !== null && MARK.test(mark) ? { deviceMark: mark } : {}
}

export const keepDeviceMark = (storage: KeyValue, mark: string): void => storage.setItem(KEY, mark)
