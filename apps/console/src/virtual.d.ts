/// <reference types="vite/client" />

declare module 'virtual:contract' {
  import type { CallRecord } from '../vite/contract-table.ts'
  export const CALLS: Readonly<Record<string, CallRecord>>
  export const MERCHANT_PREFIX: string
}

declare module 'virtual:public-calls' {
  import type { CallRecord } from '../vite/contract-table.ts'
  export const PUBLIC_CALLS: Readonly<Record<string, CallRecord>>
}

declare module 'virtual:call-titles' {
  export const CALL_TITLES: Readonly<Record<string, string>>
}

declare module 'virtual:call-labels' {
  import type { LoggedCall } from '@huoqiao/contract/operation-log/entry-fields'
  export const CALL_LABELS: Readonly<Record<string, LoggedCall>>
}

declare module 'virtual:tokens.css' {}
