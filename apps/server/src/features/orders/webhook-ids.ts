import { z } from 'zod'

/** Ids are numbers, or the number at the end of a gid. */
export const idText = z
  .union([z.number().int().max(Number.MAX_SAFE_INTEGER), z.string().regex(/^(gid:\/\/shopify\/\w+\/)?\d+(\?.*)?$/)])
  .transform((value) => String(value).replace(/^.*\//, '').split('?', 1)[0]!)
