/** A row of a pasted table. `row` counts from 1 and includes empty rows. */
export type PastedCells = { row: number; text: string; cells: string[] }

/** Cells are separated by tabs, otherwise by commas, semicolons or bars, otherwise by spaces. Empty rows and a heading are left out. */
export function pastedRows(text: string): PastedCells[] {
  return text.split(/\r\n|\r|\n/).flatMap((line, index) => {
    const plain = line.trim()
    if (plain === '' || /^(订单号|订单编号|order)/i.test(plain)) return []
    const parting = [/\t/, /[,，;；|]/].find((one) => one.test(plain)) ?? /\s+/
    const cells = plain.split(parting)
    const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '')
    return [{ row: index + 1, text: plain.slice(0, 300), cells: filled }]
  })
}
