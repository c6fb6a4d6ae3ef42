import type { IncomingHttpHeaders } from 'node:http'

/** A request as a vendor sees it. `change`: a test's change to the translated texts. */
export type VendorRequest = {
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  raw: string
  body: Record<string, unknown>
  change: (text: string, locale: string) => string
}

/** `billed`: characters that the vendor bills. */
export type VendorAnswer = { status: number; body: unknown; headers?: Record<string, string>; billed?: number }

/** One vendor's protocol, written from its documentation and independent of our client. */
export type Vendor = (request: VendorRequest) => VendorAnswer
