import { PUBLIC_CALLS } from 'virtual:public-calls'
import type { CallRecord } from '../../vite/contract-table.ts'

/**
 * Records of the calls that the request client knows. It starts with the public ones, so that the login page need not load the table of all
 * calls; the shell adds that table when it is loaded.
 */
const records: Record<string, CallRecord> = { ...PUBLIC_CALLS }

export const addCallRecords = (more: Readonly<Record<string, CallRecord>>): void => void Object.assign(records, more)

/** Throws for a call that nobody added: code that runs before the shell may make public calls only. */
export function requestRecord(name: string): CallRecord {
  const record = records[name]
  if (!record) throw new Error(`no record of the call ${name} is loaded`)
  return record
}
