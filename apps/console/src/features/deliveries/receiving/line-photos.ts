/** A photo of the defective pieces of one line. It stays on the device until the receipt is sent. */
export type LinePhoto = {
  key: string
  name: string
  content: Blob
  /** its address, once it is uploaded */
  url: string | null
}

const addresses = new Map<string, string>()

/** An address for showing a photo that is not uploaded yet. */
export function shownAt({ key, content }: LinePhoto): string {
  const address = addresses.get(key) ?? URL.createObjectURL(content)
  addresses.set(key, address)
  return address
}

/** Revokes the addresses of photos that are not shown any more, so that the browser can free their content. */
export function forgetPhotos(photos: readonly Pick<LinePhoto, 'key'>[]): void {
  for (const { key } of photos) {
    const address = addresses.get(key)
    if (address !== undefined) URL.revokeObjectURL(address)
    addresses.delete(key)
  }
}
