export { dumpDatabase } from './dump.ts'
export { BackupFault, loadDatabase, prepareFor, readManifest } from './load.ts'
