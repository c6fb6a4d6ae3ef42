/** Rules of the session (decisions, section 2; specification, section 4). All durations in milliseconds. */
export const SESSION = {
  /** how exactly it is kept when a session was last used */
  seenEveryMs: 60_000,
  /** an older token is replaced on its next use */
  rotateAfterMs: 30 * 60_000,
  /** the replaced token lives on once the new one was used, so that parallel requests don't fall out */
  previousLivesMs: 60_000,
  /** a new token that nobody used is replaced by another; more than nodes' clocks may differ (decision 0014) */
  bringAgainMs: 5 * 60_000,
  /** failures before a code is asked for */
  codeAfterFailures: 3,
  lockAfterFailures: 10,
  /** doubled by as many failures again */
  lockMs: 15 * 60_000,
  longestLockMs: 60 * 60_000,
  /** logins from one address that fail; those that succeed don't count, as an office shares one */
  failuresPerAddress: 60,
  /** well below the failures: logins under way count as failed until they are through */
  loginsAtOncePerAddress: 8,
  /** an open login page asks for each name typed what its login needs */
  questionsPerAddress: 600,
  codesPerAddress: 60,
  /** of the old password, when it is changed */
  passwordTries: 10,
  tryWindowMs: 10 * 60_000,
  smsLivesMs: 5 * 60_000,
  smsAgainMs: 60_000,
  smsAgainWhy: '验证码刚刚发送过，请一分钟后再试',
  smsTries: 5,
} as const

/** How long an account is locked after so many failures in a row; undefined: not locked. */
export const lockAfter = (failures: number): number | undefined =>
  failures < SESSION.lockAfterFailures
    ? undefined
    : Math.min(SESSION.lockMs * 2 ** Math.floor(failures / SESSION.lockAfterFailures - 1), SESSION.longestLockMs)

/** How long a lock still lasts, in words. */
export const lockedFor = (until: Date, now: Date): { why: string } => ({
  why: `请在 ${Math.ceil((until.getTime() - now.getTime()) / 60_000)} 分钟后再试`,
})

/** '0' password, '1' password and SMS code (where one can be sent), '2' password and authenticator, which is the stronger. */
export function resourceTypeOf(account: {
  failures: number
  hasAuthenticator: boolean
  reachable: boolean
}): '0' | '1' | '2' {
  if (account.hasAuthenticator) return '2'
  return account.failures >= SESSION.codeAfterFailures && account.reachable ? '1' : '0'
}

/** What let somebody in beside the password. */
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

/** "Chrome · Windows", as well as a browser says it of itself. */
export function deviceOf(userAgent: string): string {
  const named = [BROWSERS, SYSTEMS].flatMap((list) => list.find(([pattern]) => pattern.test(userAgent))?.[1] ?? [])
  return named.length > 0 ? named.join(' · ') : userAgent.slice(0, 60)
}
