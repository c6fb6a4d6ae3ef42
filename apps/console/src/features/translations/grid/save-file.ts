/** Lets the browser save a file whose bytes came as base64. */
export function saveFile(fileName: string, base64: string): void {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  const url = URL.createObjectURL(new Blob([bytes]))
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // Revoked late: the browser must have begun to read it.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
