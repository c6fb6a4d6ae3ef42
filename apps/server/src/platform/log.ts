import { pino } from 'pino'
import { currentContext } from './request-context.ts'
import { sourceStack } from './stack.ts'

export type Log = {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** Names whose values never reach a log line, an error or the operation log, at any depth that we write. */
const SECRET_FIELD =
  /pass(word)?|secret|token|authorization|validatecode|recoverycode|devicemark|appsecret|signature|cookie/i

/** JSON lines on standard output, without secrets, each with the request and the job that it is about. `level` as in pino: debug, info, warn, error, silent. */
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
    // Called for every request to a remote: not worth copying when nobody reads it.
    debug: (fields, message) => {
      if (logger.isLevelEnabled('debug')) logger.debug(masked(fields), message)
    },
    info: (fields, message) => logger.info(masked(fields), message),
    warn: (fields, message) => logger.warn(masked(fields), message),
    error: (fields, message) => logger.error(masked(fields), message),
    flush: () => logger.flush(),
  }
}

/** One line a request that was answered. */
export type AccessLog = (fields: object) => void

/** Beside the log and whatever its level: who wants to know who called wants all of them. */
export function createAccessLog(): AccessLog {
  const logger = pino({ level: 'info', base: null, timestamp: pino.stdTimeFunctions.isoTime })
  return (fields) => logger.info(fields, 'request answered')
}

/** A copy with every secret replaced: what is written to the log and to the operation log. */
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
