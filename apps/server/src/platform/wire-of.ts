/** JSON has no dates: they travel as epoch milliseconds. */
type Wire<Value> = Value extends Date ? number : Value
export type WireOf<Shape, Row> = { [Key in keyof Shape & keyof Row]: Wire<Row[Key]> }

/**
 * What a row and an answer of the contract have in common, as it travels: a column that the schema names goes out by itself, any other stays
 * inside. A view adds what is worked out; what neither gives is a type error there. A view that hides a part of what a row says spells its
 * fields out instead.
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
