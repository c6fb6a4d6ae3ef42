/** An address of this console out of a query: anything that would lead elsewhere, or in a circle, becomes home. */
export function ownAddress(path: string | null): string {
  if (path === null || !/^\/(?![/\\])/.test(path)) return '/'
  return /^\/(login|redirect)(?=[/?#]|$)/.test(path) ? '/' : path
}

/** Where to log in, and where to come back to. */
export const loginAddress = (pathname: string, search: string): string => {
  const back = ownAddress(pathname + search)
  return back === '/' ? '/login' : `/login?redirect=${encodeURIComponent(back)}`
}

export const refreshAddress = (fullPath: string): string => `/redirect?path=${encodeURIComponent(fullPath)}`
