import { sourceStack } from '../platform/stack.ts'

/** Whether a handler threw this because its `signal` was aborted. */
export const isAbort = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'AbortError' || isAbort(error.cause))

/** The log entry for an unexpected error. */
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

/** Removes the values of a failed statement from the message: they may be secrets. */
// Bounded: the rest of the text always matches, so there is no backtracking.
const withoutValues = (message: string): string => message.replace(/\nparams:[\s\S]*$/, '')
