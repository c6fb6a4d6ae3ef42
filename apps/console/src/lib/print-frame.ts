/** Prints a document of its own, not the page around it. `fill` makes its content. */
export function printFrame(fill: (sheet: Document) => void): void {
  const frame = document.createElement('iframe')
  frame.hidden = true
  document.body.append(frame)
  const sheet = frame.contentDocument
  const view = frame.contentWindow
  if (!sheet || !view) return
  fill(sheet)
  view.addEventListener('afterprint', () => frame.remove())
  view.print()
}

/** Prints only a text. */
export const printText = (text: string): void =>
  printFrame((sheet) => {
    const lines = sheet.createElement('pre')
    lines.textContent = text
    sheet.body.append(lines)
  })
