/** Saves a file given as base64 in the browser. Returns false if the base64 text is damaged. */
export function saveFile(fileName: string, base64: string): boolean {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(base64)) return false
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  const url = URL.createObjectURL(new Blob([bytes]))
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // Revoked later, because the browser must have begun to read it.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
  return true
}
