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

/** The object of each logged call, and its own labels. */
export const labelTable = (endpoints: Readonly<Record<string, Endpoint>>): Record<string, LoggedCall> =>
  Object.fromEntries(
    Object.entries(endpoints)
      .filter(([, { logged }]) => logged)
      .map(([name, { object, labels }]) => [name, { object, labels }]),
  )
