import { toast } from './desk.ts'
import type { Check } from './validate.rules.ts'
import { firstFailure } from './validate.rules.ts'

export * from './validate.rules.ts'

/** The generic validator of specification section 5: the first failure is shown in a toast. Answers whether all is well. */
export function validate<Field extends string>(
  checks: Readonly<Record<Field, readonly Check[]>>,
  values: Readonly<Record<Field, string>>,
): boolean {
  const failure = firstFailure(checks, values)
  if (failure) toast.error(failure.message)
  return failure === undefined
}
