import { sourceStack } from '../platform/stack.ts'

/** What a handler throws when its `signal` ended its work. */
export const isAbort = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'AbortError' || isAbort(error.cause))

/** What the log is told of an error that nobody foresaw. */
export function describeFault(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause instanceof Error ? error.cause.message : undefined
  return {
    message: withoutValues(error.message).slice(0, 2000),
    cause,
    stack: sourceStack(withoutValues(error.stack ?? ''))
      .split('\n')
      .slice(0, 12)
      .join('\n'),
  }
}

/** A failed statement tells its values behind it: they may be anybody's secrets. */
// Bounded: the rest of the text always fits, so that nothing is begun again.
const withoutValues = (message: string): string => message.replace(/\nparams:[\s\S]*$/, '')
