import { ENDPOINTS } from '@huoqiao/contract'
import type { Endpoint } from '@huoqiao/contract'
import { fieldsOfEntry, pathLabel, pathText } from '@huoqiao/contract/operation-log/entry-fields'
import { OPERATION_LOG_FIELDS } from '@huoqiao/contract/operation-log/operation-log.fields'
import { fieldCsv } from '../../platform/field-sheet.ts'
import type { OperationLogRow } from './operation-log.store.ts'

const CALLS: Readonly<Record<string, Endpoint>> = ENDPOINTS

/** The changes with the labels of the screens: 字段：原值 → 新值. */
function changesText({ call, objects, changes }: OperationLogRow): string {
  const find = fieldsOfEntry(CALLS[call], objects)
  const shown = (field: string, value: unknown): string => pathText(find, field, value)
  return changes
    .map(({ field, before, after }) => `${pathLabel(find, field)}：${shown(field, before)} → ${shown(field, after)}`)
    .join('；')
}

/** Log rows as CSV, times in UTC+8. */
export const logCsv = fieldCsv<OperationLogRow, typeof OPERATION_LOG_FIELDS>(OPERATION_LOG_FIELDS, {
  at: 'plain',
  accountId: null,
  accountName: 'plain',
  ip: 'plain',
  title: 'plain',
  call: 'plain',
  objects: ({ objects }) => objects.map(({ label, id }) => label ?? id).join('、'),
  changes: changesText,
  outcome: 'plain',
  message: 'plain',
  durationMs: 'plain',
  requestId: 'plain',
})
