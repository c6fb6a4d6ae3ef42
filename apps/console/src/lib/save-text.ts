/** Hands a text to the person as a file of this name; the browser puts it where downloads go. */
export function saveText(fileName: string, text: string, type = 'text/csv'): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // Only once the browser has begun to read it.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
