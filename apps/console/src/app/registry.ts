import { sortPages, toPage } from './pages.ts'
import { routes } from './route-table.ts'

/** Every page of the console. */
export const pages = sortPages(routes).map(toPage)
