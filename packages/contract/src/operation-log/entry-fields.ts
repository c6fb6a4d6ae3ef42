import type { InputLabels } from '../endpoint.ts'
import { textOf, within } from '../field-text.ts'
import type { FieldFinder } from '../field-text.ts'
import type { Field } from '../fields.ts'
import { COMMON_LABELS, OBJECT_KINDS, RETIRED_KINDS } from '../object-kinds.ts'
import type { ObjectKind, ObjectKindEntry } from '../object-kinds.ts'
import type { OperationLogEntry } from './operation-log.schema.ts'

/** How a call labels its entries in the log; undefined: a call that no longer exists. */
export type LoggedCall = { readonly object?: ObjectKind | undefined; readonly labels?: InputLabels | undefined }

const KINDS: Readonly<Record<string, ObjectKindEntry | undefined>> = OBJECT_KINDS
const kindEntry = (kind: string): ObjectKindEntry | undefined => KINDS[kind] ?? KINDS[RETIRED_KINDS[kind] ?? '']
export const kindLabel = (kind: string): string => kindEntry(kind)?.label ?? kind

const asText = (label: string): Field => ({ label, format: 'text' })
const NAMED = new Map(
  Object.values<ObjectKindEntry>(OBJECT_KINDS).flatMap(({ label, named }) => named.map((key) => [key, asText(label)])),
)
const TIMES: ReadonlySet<string> = new Set(['from', 'to'])
const COMMON = new Map<string, Field>(
  Object.entries(COMMON_LABELS).map(([key, label]) => [
    key,
    TIMES.has(key) ? { label, format: 'time' } : asText(label),
  ]),
)

/**
 * The label of a key depends on the entry: first the call's own label, then that of the object that it changes, then those of the objects
 * that the entry names, so that an entry of a call that no longer exists is readable too.
 */
export function fieldsOfEntry(call: LoggedCall | undefined, objects: OperationLogEntry['objects']): FieldFinder {
  const kinds = [call?.object ?? '', ...new Set(objects.map(({ kind }) => kind))]
    .map(kindEntry)
    .filter((entry) => entry !== undefined)
  return (key) => {
    const own = call?.labels?.[key]
    if (own !== undefined) return typeof own === 'string' ? asText(own) : own
    for (const { fields } of kinds) if (fields[key]) return fields[key]
    const shared = NAMED.get(key) ?? COMMON.get(key)
    if (shared) return shared
    const retired = kinds.find((entry) => entry.retired?.[key] !== undefined)?.retired?.[key]
    if (retired !== undefined) return asText(retired)
    // The key of a system setting (session.idleHours): its name is shown as the object.
    return kinds.includes(OBJECT_KINDS['system-config']) && /^[a-z]+\.\w+$/.test(key)
      ? OBJECT_KINDS['system-config'].fields.value
      : undefined
  }
}

const isId = (part: string): boolean => /^[0-9a-f]{8}-/.test(part)

/** The label of a path such as `entries.0.label`, and the field at its end. */
function walk(find: FieldFinder, path: string): { labels: string[]; field: Field | undefined } {
  const whole = find(path)
  const [head = '', ...rest] = path.split('.')
  const first = whole ?? find(head)
  // The path is already a label, which some calls log and which may contain dots.
  if (first === undefined || whole !== undefined) return { labels: [first?.label ?? path], field: first }
  const labels = [first.label]
  let field: Field | undefined = first
  for (const part of rest) {
    if (isId(part)) continue
    if (/^\d+$/.test(part)) labels.push(`第${Number(part) + 1}项`)
    else {
      field = within(field?.fields, find)(part)
      labels.push(field?.label ?? part)
    }
  }
  return { labels, field }
}

export const pathLabel = (find: FieldFinder, path: string): string => walk(find, path).labels.join(' · ')

/** The label of a field of a call's input, by its path; undefined: no screen shows it. */
export function inputLabel(call: LoggedCall, path: string): string | undefined {
  const find = fieldsOfEntry(call, [])
  const { labels, field } = walk(find, path)
  return field === undefined || field.format === 'internal' ? undefined : labels.join(' · ')
}

/** A logged value as text for people. */
export const pathText = (find: FieldFinder, path: string, value: unknown): string =>
  textOf(find, walk(find, path).field, value)

const ID_TEXT = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const isIdText = (value: unknown): boolean => typeof value === 'string' && ID_TEXT.test(value)
const FOR_PROGRAMS: ReadonlySet<string> = new Set(['id', 'ids', 'version', 'requestKey', 'contentHash'])

/** Whether a logged value is not meaningful to a person: ids (the entry's objects have the names), versions and request keys. */
export const isForPrograms = (
  find: FieldFinder,
  { field, before, after }: OperationLogEntry['changes'][number],
): boolean =>
  FOR_PROGRAMS.has(field) ||
  walk(find, field).field?.format === 'internal' ||
  [before, after].some((value) => (Array.isArray(value) ? value.length > 0 && value.every(isIdText) : isIdText(value)))
