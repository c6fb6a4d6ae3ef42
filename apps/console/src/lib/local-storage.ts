export const NO_LOCAL_STORAGE = '浏览器必须支持localstorage'

export type KeyValue = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Keeps values for this visit only, where the browser refuses to keep them longer. */
export function memoryStorage(): KeyValue {
  const values = new Map<string, string>()
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  }
}

/**
 * The browser's local storage, proved by writing. Where it is missing or refused, the person is told once (specification,
 * section 8) and the console goes on for this visit with values kept in memory.
 */
export function openLocalStorage(
  get: () => KeyValue = () => globalThis.localStorage,
  tell: (text: string) => void = (text) => globalThis.alert(text),
): KeyValue {
  try {
    const storage = get()
    storage.setItem('huoqiao:probe', '1')
    storage.removeItem('huoqiao:probe')
    return storage
  } catch (error) {
    console.error('local storage is not usable', error)
    tell(NO_LOCAL_STORAGE)
    return memoryStorage()
  }
}
