export const NO_LOCAL_STORAGE = '浏览器必须支持localstorage'

export type KeyValue = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Keeps values for this visit only, for a browser that refuses to store them. */
export function memoryStorage(): KeyValue {
  const values = new Map<string, string>()
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  }
}

/** When the storage is full or becomes unavailable later, the refused values are kept for this visit. */
function forgiving(storage: KeyValue): KeyValue {
  const refused = new Map<string, string>()
  const attempt = <T>(act: () => T, otherwise: T): T => {
    try {
      return act()
    } catch (error) {
      console.warn('the storage of the browser refused', error)
      return otherwise
    }
  }
  return {
    getItem: (key) => refused.get(key) ?? attempt(() => storage.getItem(key), null),
    setItem(key, value) {
      refused.delete(key)
      const isKept = attempt(() => {
        storage.setItem(key, value)
        return true
      }, false)
      if (!isKept) refused.set(key, value)
    },
    removeItem(key) {
      refused.delete(key)
      attempt(() => storage.removeItem(key), undefined)
    },
  }
}

/**
 * The browser's local storage, tested by writing. When it is missing or refuses, the person gets one notification (specification, section
 * 8) and the console keeps the values in memory for this visit.
 */
export function openLocalStorage(
  get: () => KeyValue = () => globalThis.localStorage,
  tell: (text: string) => void = (text) => globalThis.alert(text),
): KeyValue {
  try {
    const storage = get()
    storage.setItem('huoqiao:probe', '1')
    storage.removeItem('huoqiao:probe')
    return forgiving(storage)
  } catch (error) {
    console.error('local storage is not usable', error)
    tell(NO_LOCAL_STORAGE)
    return memoryStorage()
  }
}

let visit: KeyValue | undefined
/** What this window keeps until it is closed; in memory when the browser refuses it, which openLocalStorage has reported already. */
export const openSessionStorage = (get: () => KeyValue = () => globalThis.sessionStorage): KeyValue =>
  (visit ??= openLocalStorage(get, () => undefined))
