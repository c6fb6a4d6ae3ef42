import { z } from 'zod'
import { requiredText, text } from '../wire.ts'

/** A menu entry as the sidebar reads it (specification, section 3): the url may carry a query. */
export type MenuItem = { id: string; name: string; url: string; menuIcon: string; children?: MenuItem[] }
export const menuItem: z.ZodType<MenuItem> = z.lazy(() =>
  z.object({
    id: z.string(),
    name: requiredText(32),
    url: text(256),
    menuIcon: text(64),
    children: z.array(menuItem).optional(),
  }),
)
