export { accountsService, randomPassword } from './accounts.service.ts'
export type { AccountsService, FirstAccounts } from './accounts.service.ts'
export type { AccountRow } from './accounts.store.ts'
