import { PUBLIC_CALLS } from 'virtual:public-calls'
import type { CallRecord } from '../../vite/contract-table.ts'

/**
 * Records of the calls that the request client knows: the public ones from the start, so that the login page does without the
 * table of all calls. The shell adds that one as it is loaded.
 */
const records: Record<string, CallRecord> = { ...PUBLIC_CALLS }

export const addCallRecords = (more: Readonly<Record<string, CallRecord>>): void => void Object.assign(records, more)

/** Throws on a call that nobody added: what stands before the shell may make public calls only. */
export function requestRecord(name: string): CallRecord {
  const record = records[name]
  if (!record) throw new Error(`no record of the call ${name} is loaded`)
  return record
}
