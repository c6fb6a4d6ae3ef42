import type { Db } from '../../db/db.ts'
import type { FilesService } from '../files/index.ts'
import type { MarketplaceService } from '../marketplace/index.ts'

/** 1688 accepts a JPEG below one megabyte as evidence (reference 3.8). */
const VOUCHER_BYTES = 1_000_000

/**
 * Uploads photos to 1688 and returns their addresses there. Before the application is recorded: a repeated upload only leaves an unused
 * picture. Throws RemoteFailure, or a refusal if a photo is gone.
 */
export async function uploadEvidence(
  {
    db,
    files,
    marketplace,
  }: {
    db: Db
    files: Pick<FilesService, 'jpegAt'>
    marketplace: Pick<MarketplaceService, 'withConnector'>
  },
  accountId: string,
  photos: readonly string[],
  signal: AbortSignal,
): Promise<string[]> {
  const addresses: string[] = []
  for (const photo of photos) {
    const bytes = new Uint8Array(await files.jpegAt(db.handle, photo, VOUCHER_BYTES))
    const address = await marketplace.withConnector(accountId, (connector) =>
      connector.uploadRefundVoucher(bytes, { signal }),
    )
    addresses.push(address)
  }
  return addresses
}
