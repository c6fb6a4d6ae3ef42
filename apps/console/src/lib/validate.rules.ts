/** Messages of decisions section 1. */
export const REQUIRED = '该项为必填项'
export const NOT_STANDARD = '输入不规范'

/** Returns what is wrong, or undefined. */
export type Check = (value: string) => string | undefined

export const required =
  (message = REQUIRED): Check =>
  (value) =>
    value.trim() === '' ? message : undefined
/** Required, for values that are never trimmed: spaces are characters of a password like any other. */
export const entered =
  (message = REQUIRED): Check =>
  (value) =>
    value === '' ? message : undefined
export const pattern =
  (shape: RegExp, message = NOT_STANDARD): Check =>
  (value) =>
    value === '' || shape.test(value) ? undefined : message
export const lengthBetween =
  (min: number, max: number, message: string): Check =>
  (value) =>
    value.length >= min && value.length <= max ? undefined : message

/** The first failure in the order of the fields, or undefined. */
export function firstFailure<Field extends string>(
  checks: Readonly<Record<Field, readonly Check[]>>,
  values: Readonly<Record<Field, string>>,
): { field: Field; message: string } | undefined {
  for (const field of Object.keys(checks) as Field[]) {
    for (const check of checks[field]) {
      const message = check(values[field])
      if (message !== undefined) return { field, message }
    }
  }
  return undefined
}
