import type { FieldFinder } from '@huoqiao/contract/field-text'
import { fieldsOfEntry } from '@huoqiao/contract/operation-log/entry-fields'
import type { OperationLogEntry } from '@huoqiao/contract/operation-log/operation-log.schema'
import { CALL_LABELS } from 'virtual:call-labels'

/** The labels of the fields in one entry of the operation log. */
export const entryFields = ({ call, objects }: Pick<OperationLogEntry, 'call' | 'objects'>): FieldFinder =>
  fieldsOfEntry(CALL_LABELS[call], objects)
