import type { Endpoint } from '@huoqiao/contract'
import type { LoggedCall } from '@huoqiao/contract/operation-log/entry-fields'

/** What the browser needs to know of a call to make it. */
export type CallRecord = Pick<Endpoint, 'method' | 'path' | 'mode' | 'lists' | 'right' | 'carriesEmpty'> & {
  /** fields of the query beside a body, by name */
  readonly query?: readonly string[]
  readonly stream?: true
}

type WithShape = { shape?: Record<string, unknown> }

/** Endpoint records without their schemas, so that the schema library never reaches the browser. */
export function contractTable(endpoints: Readonly<Record<string, Endpoint>>): Record<string, CallRecord> {
  return Object.fromEntries(
    Object.entries(endpoints).map(([name, one]) => [
      name,
      {
        method: one.method,
        path: one.path,
        mode: one.mode,
        lists: one.lists,
        right: one.right,
        ...(one.carriesEmpty ? { carriesEmpty: one.carriesEmpty } : {}),
        ...(one.query ? { query: Object.keys((one.query as WithShape).shape ?? {}) } : {}),
        ...(one.stream ? { stream: true as const } : {}),
      },
    ]),
  )
}

type Row = readonly [name: string, lists: string, last: string, rest: Partial<CallRecord>] | readonly [string, string]

/**
 * The same table as JavaScript that rebuilds it: calls that share method, mode, right and folder stand together, and a path whose last part is
 * the call's name is not repeated. Compressed it is a third smaller, and every page loads it.
 */
export function contractTableCode(endpoints: Readonly<Record<string, Endpoint>>): string {
  const groups: Record<string, Row[]> = {}
  for (const [name, { method, path, mode, lists, right, ...rest }] of Object.entries(contractTable(endpoints))) {
    const folder = path.slice(0, path.lastIndexOf('/') + 1)
    const last = path.slice(folder.length)
    const isPlain = last === name && Object.keys(rest).length === 0
    const row: Row = isPlain ? [name, lists.join(' ')] : [name, lists.join(' '), last, rest]
    ;(groups[[method, mode, right, folder].join(' ')] ??= []).push(row)
  }
  return `Object.fromEntries(Object.entries(${JSON.stringify(groups)}).flatMap(([group, rows]) => {
    const [method, mode, right, folder] = group.split(' ')
    return rows.map(([name, lists, last = name, rest]) =>
      [name, { method, mode, right, path: folder + last, lists: lists.split(' ').filter(Boolean), ...rest }])
  }))`
}

/** The object of each logged call, and its own labels. */
export const labelTable = (endpoints: Readonly<Record<string, Endpoint>>): Record<string, LoggedCall> =>
  Object.fromEntries(
    Object.entries(endpoints)
      .filter(([, { logged }]) => logged)
      .map(([name, { object, labels }]) => [name, { object, labels }]),
  )
