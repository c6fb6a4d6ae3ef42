/** Address and limits of the browser extension's calls; in a file without schemas, because console and extension load it. */

/** The only call that a collector key allows. */
export const COLLECT_PAGES_PATH = '/api/collector/collectPages'

/** Bytes that one request of the collector may have. A product page has some tens of kB, mostly its description. */
export const COLLECT_PAGES_MAX = 2 * 1024 * 1024

/** Offers in one request. */
export const COLLECT_AT_ONCE = 20

/** The extension, as the app serves it: built together with the console. */
export const COLLECTOR_FILE = '/huoqiao-collector.zip'
