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

/** A storage that is full, or that is taken away later, keeps no more; what it refuses is kept for this visit. */
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
    return forgiving(storage)
  } catch (error) {
    console.error('local storage is not usable', error)
    tell(NO_LOCAL_STORAGE)
    return memoryStorage()
  }
}

let visit: KeyValue | undefined
/** What this window keeps until it is closed; in memory where the browser refuses it, of which openLocalStorage has told already. */
export const openSessionStorage = (get: () => KeyValue = () => globalThis.sessionStorage): KeyValue =>
  (visit ??= openLocalStorage(get, () => undefined))
