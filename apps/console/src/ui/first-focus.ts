/**
 * The `ref` of the field that has the focus when a window opens, instead of `autoFocus`. For a person who wants no animations, antd mounts the
 * window's content before it is in the document, where `autoFocus` does nothing; this focuses after the commit.
 */
export function firstFocus(field: { focus: () => void } | null): void {
  if (field) queueMicrotask(() => field.focus())
}
