import { isCallError } from './call-error.ts'

/** One field's errors in the form that Ant Design's form takes. */
export type FieldError = { name: (string | number)[]; errors: string[] }

/** "entries.0.label" → ['entries', 0, 'label'] */
export const fieldPath = (path: string): (string | number)[] =>
  path.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part))

/**
 * The errors of single fields in a refusal (code 422, or a name that is taken), ready for `form.setFields`; empty for any other failure.
 */
export const fieldErrors = (error: unknown): FieldError[] =>
  Object.entries((isCallError(error) && error.explanation?.fields) || {}).map(([path, message]) => ({
    name: fieldPath(path),
    errors: [message],
  }))
