/** A set of filters under a name (常用视图). */
export type SavedView = { name: string; address: string }

/** A longer list would be hard to search by eye. */
export const MOST_VIEWS = 30

/** The views with this one added: it replaces a view with the same name. */
export function withView(views: readonly SavedView[], view: SavedView): SavedView[] {
  const at = views.findIndex(({ name }) => name === view.name)
  return at < 0 ? [...views, view] : views.with(at, view)
}

export const viewAt = (views: readonly SavedView[], address: string): SavedView | undefined =>
  views.find((one) => one.address === address)
