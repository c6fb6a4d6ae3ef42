/** Lets the browser save a file whose bytes came as base64. False: they were damaged on the way. */
export function saveFile(fileName: string, base64: string): boolean {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(base64)) return false
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  const url = URL.createObjectURL(new Blob([bytes]))
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // Revoked late: the browser must have begun to read it.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
  return true
}
