/** JSON has no dates: they are sent as epoch milliseconds. */
type Wire<Value> = Value extends Date ? number : Value
export type WireOf<Shape, Row> = { [Key in keyof Shape & keyof Row]: Wire<Row[Key]> }

/**
 * The fields that a row and an answer of the contract have in common, in the format of the answer: a column that the schema has is
 * included, any other is not. A view adds calculated fields; a field that neither has is a type error there. A view that hides a part of a
 * row lists its fields instead.
 */
export function wireOf<Shape extends object, Row extends object>(
  { shape }: { readonly shape: Shape },
  row: Row,
): WireOf<Shape, Row> {
  const known = Object.entries(row).filter(([key]) => key in shape)
  return Object.fromEntries(
    known.map(([key, value]: [string, unknown]) => [key, value instanceof Date ? value.getTime() : value]),
  ) as WireOf<Shape, Row>
}
