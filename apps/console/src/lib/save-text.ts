/** Saves a text as a file with this name, in the browser's download folder. */
export function saveText(fileName: string, text: string, type = 'text/csv'): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // Revoked late: the browser must have begun to read it.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
