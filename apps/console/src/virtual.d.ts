/// <reference types="vite/client" />

declare module 'virtual:contract' {
  import type { CallRecord } from '../vite/contract-table.ts'
  export const CALLS: Readonly<Record<string, CallRecord>>
  export const MERCHANT_PREFIX: string
}

declare module 'virtual:tokens.css' {}
