import { toast } from './client.ts'
import type { Check } from './validate.rules.ts'
import { firstFailure } from './validate.rules.ts'

export * from './validate.rules.ts'

/** The generic validator of specification section 5: the first failure is shown in a toast, and returned for the line in the page. */
export function validate<Field extends string>(
  checks: Readonly<Record<Field, readonly Check[]>>,
  values: Readonly<Record<Field, string>>,
): { field: Field; message: string } | undefined {
  const failure = firstFailure(checks, values)
  if (failure) toast.error(failure.message)
  return failure
}

type FailedFields = { errorFields?: readonly { errors: readonly string[] }[] }

/** The same for a form of the component library, which shows each failure at its field: for its `onFinishFailed`. */
export function showFirstFailure({ errorFields = [] }: FailedFields): void {
  const first = errorFields.find(({ errors }) => errors.length > 0)?.errors[0]
  if (first !== undefined) toast.error(first)
}

/** Validates all fields of such a form when a button outside of it is clicked; returns whether all are valid. */
export const validateForm = (form: { validateFields: () => Promise<unknown> }): Promise<boolean> =>
  form.validateFields().then(
    () => true,
    (failed: FailedFields) => {
      showFirstFailure(failed)
      return false
    },
  )
