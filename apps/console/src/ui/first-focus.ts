/** A field of Ant Design, or an element. */
type Focusable = { focus: () => void; nativeElement?: Element | null }

const focused = new WeakSet<object>()

/**
 * The `ref` of the field that has the focus when a window opens, instead of `autoFocus`. For a person who wants no animations, antd mounts the
 * window's content before it is in the document, where `autoFocus` does nothing; this focuses after the commit. Once for each element: the
 * fields of Ant Design set their ref again with every rendering.
 */
export function firstFocus(field: Focusable | null): void {
  if (!field) return
  const element = field.nativeElement ?? field
  if (focused.has(element)) return
  focused.add(element)
  queueMicrotask(() => field.focus())
}
