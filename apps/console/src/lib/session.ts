import type { UserInfo } from '@huoqiao/contract/session/session.schema'
import type { KeyValue } from './local-storage.ts'

/** What the console knows about the person who is logged in (specification, sections 3 and 4). */
export type Session = {
  readonly isLogin: boolean
  readonly userInfo: UserInfo | null
  /** permission strings, comma-separated, as the server sent them */
  readonly apiRight: string
  /** how the last session ended: the person logged out, or the session was lost and the person wants to return to the same page */
  readonly lastEnd: 'left' | 'lost' | null
}

/** Counters of this browser: failed logins, SMS codes that were requested, and what the account needs to log in (decisions, section 7). */
export type LoginMemory = 'accNum' | 'loginCodeNum' | 'resourceType'
const LOGIN_MEMORY: readonly LoginMemory[] = ['accNum', 'loginCodeNum', 'resourceType']
const DEFAULT = '0'

/** Functions that do not use `this`, so that they may be passed on alone. */
export type SessionStore = {
  get: (this: void) => Session
  subscribe: (this: void, listener: () => void) => () => void
  token: (this: void) => string | null
  epoch: (this: void) => number
  begin: (this: void, token: string, userInfo: UserInfo) => void
  /** The local half of a logout: stored values are removed, the three counters return to '0'. */
  end: (this: void, how?: 'left' | 'lost') => void
  /**
   * Stores a token that an answer brought to replace `sent`, unless somebody logged in or out after the request was sent, or another answer
   * has brought one in the meantime.
   */
  replaceToken: (this: void, token: string, askedIn: number, sent: string | null) => void
  refresh: (this: void, userInfo: UserInfo, apiRight: string) => void
  memory: (this: void, key: LoginMemory) => string
  remember: (this: void, key: LoginMemory, value: string) => void
  /** Another tab of the browser wrote to the storage under this key (null: it cleared the storage). */
  heard: (this: void, key: string | null) => void
}

/**
 * The session under the storage keys of specification section 3: token, userInfo, apiRight, accNum, loginCodeNum, resourceType. `epoch`
 * counts logins and logouts: an answer from a past epoch may neither restore its token nor log the next person out.
 */
export function createSessionStore(deps: { storage: KeyValue }): SessionStore {
  const { storage } = deps
  const listeners = new Set<() => void>()
  let epoch = 0
  let lastEnd: Session['lastEnd'] = null
  let current = read()

  function read(): Session {
    const token = storage.getItem('token')
    return {
      isLogin: token !== null && token !== '',
      userInfo: parseUserInfo(storage.getItem('userInfo')),
      apiRight: storage.getItem('apiRight') ?? '',
      lastEnd,
    }
  }
  function publish(): void {
    current = read()
    for (const listener of listeners) listener()
  }
  function forget(): void {
    for (const key of ['token', 'apiRight', 'userInfo']) storage.removeItem(key)
    for (const key of LOGIN_MEMORY) storage.setItem(key, DEFAULT)
  }

  return {
    get: (): Session => current,
    epoch: (): number => epoch,
    token: (): string | null => storage.getItem('token'),
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    begin(token: string, userInfo: UserInfo): void {
      epoch += 1
      forget()
      storage.setItem('token', token)
      storage.setItem('userInfo', JSON.stringify(userInfo))
      publish()
    },
    end(how = 'lost'): void {
      epoch += 1
      lastEnd = how
      forget()
      publish()
    },
    replaceToken(token: string, askedIn: number, sent: string | null): void {
      if (askedIn === epoch && current.isLogin && storage.getItem('token') === sent) storage.setItem('token', token)
    },
    refresh(userInfo: UserInfo, apiRight: string): void {
      storage.setItem('userInfo', JSON.stringify(userInfo))
      storage.setItem('apiRight', apiRight)
      publish()
    },
    memory: (key: LoginMemory): string => storage.getItem(key) ?? DEFAULT,
    remember: (key: LoginMemory, value: string): void => storage.setItem(key, value),
    heard(key: string | null): void {
      if (key !== null && !['token', 'userInfo', 'apiRight'].includes(key)) return
      const before = current
      publish()
      if (before.isLogin !== current.isLogin || before.userInfo?.id !== current.userInfo?.id) epoch += 1
    },
  }
}

function parseUserInfo(text: string | null): UserInfo | null {
  if (text === null) return null
  try {
    return JSON.parse(text) as UserInfo
  } catch (error) {
    console.error('the kept user info is not readable', error)
    return null
  }
}
