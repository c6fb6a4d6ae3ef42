import type { VendorModule } from '../../core.ts'

/** Placeholder until the Shopify half stands: binds nothing. */
export const shopifyVendor: VendorModule = () => ({ credentials: () => [], reset: () => undefined })
