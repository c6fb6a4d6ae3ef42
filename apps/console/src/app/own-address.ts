/**
 * Accepts only an address of this console from a query: an address of another site, or one that would redirect in a circle, becomes the
 * home page.
 */
export function ownAddress(path: string | null): string {
  if (path === null || !/^\/(?![/\\])/.test(path)) return '/'
  return /^\/(login|redirect)(?=[/?#]|$)/.test(path) ? '/' : path
}

/** The login page's address with the page to return to. */
export const loginAddress = (pathname: string, search: string): string => {
  const back = ownAddress(pathname + search)
  return back === '/' ? '/login' : `/login?redirect=${encodeURIComponent(back)}`
}

export const refreshAddress = (fullPath: string): string => `/redirect?path=${encodeURIComponent(fullPath)}`
