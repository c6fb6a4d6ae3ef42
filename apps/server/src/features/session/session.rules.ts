/** Rules of the session (decisions, section 2; specification, section 4). All durations in milliseconds. */
export const SESSION = {
  /** how precisely the last use of a session is stored */
  seenEveryMs: 60_000,
  /** an older token is replaced at its next use */
  rotateAfterMs: 30 * 60_000,
  /** how long the previous token stays valid after the new one was used, so that parallel requests do not fail */
  previousLivesMs: 60_000,
  /** an unused new token is issued again after this; longer than nodes' clocks may differ (decision 0014) */
  bringAgainMs: 5 * 60_000,
  /** failures before a code is required */
  codeAfterFailures: 3,
  lockAfterFailures: 10,
  /** doubles each time the same number of failures is reached again */
  lockMs: 15 * 60_000,
  longestLockMs: 60 * 60_000,
  /** failed logins from one address; successful ones do not count, because an office shares one */
  failuresPerAddress: 60,
  /** well below `failuresPerAddress`, because logins in progress count as failed */
  loginsAtOncePerAddress: 8,
  /** limit for the login page, which queries for each typed name what its login requires */
  questionsPerAddress: 600,
  codesPerAddress: 60,
  /** tries of the old password when changing it */
  passwordTries: 10,
  tryWindowMs: 10 * 60_000,
  smsLivesMs: 5 * 60_000,
  smsAgainMs: 60_000,
  smsAgainWhy: '验证码刚刚发送过，请一分钟后再试',
  smsTries: 5,
} as const

/** How long an account is locked after this many consecutive failures; undefined: not locked. */
export const lockAfter = (failures: number): number | undefined =>
  failures < SESSION.lockAfterFailures
    ? undefined
    : Math.min(SESSION.lockMs * 2 ** Math.floor(failures / SESSION.lockAfterFailures - 1), SESSION.longestLockMs)

/** The remaining time of a lock, as text. */
export const lockedFor = (until: Date, now: Date): { why: string } => ({
  why: `请在 ${Math.ceil((until.getTime() - now.getTime()) / 60_000)} 分钟后再试`,
})

/** '0' password, '1' password and SMS code (if one can be sent), '2' password and authenticator, the strongest. */
export function resourceTypeOf(account: {
  failures: number
  hasAuthenticator: boolean
  reachable: boolean
}): '0' | '1' | '2' {
  if (account.hasAuthenticator) return '2'
  return account.failures >= SESSION.codeAfterFailures && account.reachable ? '1' : '0'
}

/** The second factor that was used to log in. */
export type LoginWay = 'password' | 'sms' | 'authenticator' | 'recovery'
const WAYS: Readonly<Record<LoginWay, string>> = {
  password: '登录成功',
  sms: '登录成功（密码和短信验证码）',
  authenticator: '登录成功（密码和身份验证器）',
  recovery: '登录成功（密码和恢复码）',
}
export const successOf = (way: LoginWay): string => WAYS[way]

const BROWSERS: readonly [RegExp, string][] = [
  [/MicroMessenger/, '微信'],
  [/Edg\//, 'Edge'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const SYSTEMS: readonly [RegExp, string][] = [
  [/Windows/, 'Windows'],
  [/iPhone|iPad/, 'iOS'],
  [/Mac OS X/, 'macOS'],
  [/Android/, 'Android'],
  [/Linux/, 'Linux'],
]

/** "Chrome · Windows", as far as the browser reports it. */
export function deviceOf(userAgent: string): string {
  const named = [BROWSERS, SYSTEMS].flatMap((list) => list.find(([pattern]) => pattern.test(userAgent))?.[1] ?? [])
  return named.length > 0 ? named.join(' · ') : userAgent.slice(0, 60)
}
