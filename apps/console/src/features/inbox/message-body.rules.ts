/** A character of nobody's: it marks digits that were quoted here. */
const MARK = '\uE000'

/** JSON laid out to be read; digits stay as they came, as long ids are beyond what JavaScript counts. */
export function laidOut(body: string): string {
  const quoted = body.replace(/("(?:[^"\\]|\\.)*")|(-?\d{16,})/g, (whole, text: string | undefined) =>
    text === undefined ? `"${MARK}${whole}"` : text,
  )
  try {
    return JSON.stringify(JSON.parse(quoted), null, 2).replaceAll(new RegExp(`"${MARK}(-?\\d+)"`, 'g'), '$1')
  } catch (error) {
    // A form or a broken message is shown as it stood on the wire.
    if (error instanceof SyntaxError) return body
    throw error
  }
}
