import { sortPages, toPage } from './pages.ts'
import { routes } from './route-table.ts'

/** Every page, ready to be shown. */
export const pages = sortPages(routes).map(toPage)
