/** Rules of the session (decisions, section 2; specification, section 4). All durations in milliseconds. */
export const SESSION = {
  /** a session unused this long is over */
  idleMs: 12 * 3600_000,
  /** an older token is replaced on its next use */
  rotateAfterMs: 30 * 60_000,
  /** the replaced token lives on, so that parallel requests don't fall out */
  previousLivesMs: 60_000,
  /** failures before a code is asked for */
  codeAfterFailures: 3,
  lockAfterFailures: 10,
  lockMs: 15 * 60_000,
  triesPerAddress: 60,
  /** of the old password, when it is changed */
  passwordTries: 10,
  tryWindowMs: 10 * 60_000,
  smsLivesMs: 5 * 60_000,
  smsAgainMs: 60_000,
  smsTries: 5,
} as const

/** How long an account is locked after so many failures in a row; undefined: not locked. */
export const lockAfter = (failures: number): number | undefined =>
  failures >= SESSION.lockAfterFailures ? SESSION.lockMs : undefined

/** '0' password, '1' password and code. */
export const resourceTypeOf = (failures: number): '0' | '1' => (failures >= SESSION.codeAfterFailures ? '1' : '0')
