/** A private-use character: it marks digits that are quoted here. */
const MARK = '\uE000'

/** JSON with indentation; digits are left as they are, because long ids are larger than a JavaScript number. */
export function laidOut(body: string): string {
  const quoted = body.replace(/("(?:[^"\\]|\\.)*")|(-?\d{16,})/g, (whole, text: string | undefined) =>
    text === undefined ? `"${MARK}${whole}"` : text,
  )
  try {
    return JSON.stringify(JSON.parse(quoted), null, 2).replaceAll(new RegExp(`"${MARK}(-?\\d+)"`, 'g'), '$1')
  } catch (error) {
    // A form or an invalid message is shown as it was received.
    if (error instanceof SyntaxError) return body
    throw error
  }
}
