/** Prints only a text, not the page around it. */
export function printText(text: string): void {
  const frame = document.createElement('iframe')
  frame.hidden = true
  document.body.append(frame)
  const sheet = frame.contentDocument
  const view = frame.contentWindow
  if (!sheet || !view) return
  const lines = sheet.createElement('pre')
  lines.textContent = text
  sheet.body.append(lines)
  view.addEventListener('afterprint', () => frame.remove())
  view.print()
}
