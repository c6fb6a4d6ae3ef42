import type { VendorModule } from '../../core.ts'

export const alibabaVendor: VendorModule = (_app, _core) => ({ credentials: () => ({}), reset: () => undefined })
