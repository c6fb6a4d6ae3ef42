import { pino } from 'pino'
import { currentContext } from './request-context.ts'
import { sourceStack } from './stack.ts'

export type Log = {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** Field names whose values never appear in a log line, an error or the operation log, at any depth that is written. */
const SECRET_FIELD =
  /pass(word)?|secret|token|authorization|validatecode|recoverycode|devicemark|appsecret|signature|cookie/i

/** JSON lines on standard output, without secrets, each with its request and job. `level` as in pino: debug, info, warn, error, silent. */
export const createLog = (level: string): Log & { flush(): void } => {
  const logger = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime })
  const masked = (fields: object): object => {
    const plain = maskSecrets(fields) as { stack?: unknown }
    return {
      ...currentContext(),
      ...plain,
      ...(typeof plain.stack === 'string' ? { stack: sourceStack(plain.stack) } : {}),
    }
  }
  return {
    // Called for every request to a remote, so the fields are only copied if this level is logged.
    debug: (fields, message) => {
      if (logger.isLevelEnabled('debug')) logger.debug(masked(fields), message)
    },
    info: (fields, message) => logger.info(masked(fields), message),
    warn: (fields, message) => logger.warn(masked(fields), message),
    error: (fields, message) => logger.error(masked(fields), message),
    flush: () => logger.flush(),
  }
}

/** Writes one line for each answered request. */
export type AccessLog = (fields: object) => void

/** Independent of the log level: if the access log is on, it contains every request. */
export function createAccessLog(): AccessLog {
  const logger = pino({ level: 'info', base: null, timestamp: pino.stdTimeFunctions.isoTime })
  return (fields) => logger.info(fields, 'request answered')
}

/** A copy with every secret replaced, for the log and the operation log. */
export function maskSecrets(value: unknown, depth = 0): unknown {
  if (depth > 8 || value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.slice(0, 200).map((item) => maskSecrets(item, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      SECRET_FIELD.test(key) && inner ? '***' : maskSecrets(inner, depth + 1),
    ]),
  )
}
