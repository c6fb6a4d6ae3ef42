import type { IncomingHttpHeaders } from 'node:http'

/** A request as a vendor sees it. `change`: what a test wants to be changed in the translated texts. */
export type VendorRequest = {
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  raw: string
  body: Record<string, unknown>
  change: (text: string, locale: string) => string
}

/** `billed`: characters that the vendor counts for the bill. */
export type VendorAnswer = { status: number; body: unknown; headers?: Record<string, string>; billed?: number }

/** One vendor's protocol, written from its documents and without our mapping. */
export type Vendor = (request: VendorRequest) => VendorAnswer
