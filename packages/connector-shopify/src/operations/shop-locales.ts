import { z } from 'zod'
import type { CallOptions, Execute, Operation } from '../operation.ts'

const locale = z.object({ locale: z.string().min(1), name: z.string(), primary: z.boolean(), published: z.boolean() })
const answer = z.object({ shopLocales: z.array(locale) })

export const SHOP_LOCALES: Operation<Record<string, never>, z.infer<typeof answer>> = {
  name: 'shopLocales',
  mutation: false,
  safe: true,
  // A shop has at most 20 languages besides its primary one.
  cost: () => 21,
  answer,
  document: `query ShopLocales { shopLocales { locale name primary published } }`,
}

export type ShopLocale = {
  /** as the shop writes it: "de", "pt-BR" */
  readonly locale: string
  /** name in English */
  readonly name: string
  /** the language of the products' own texts; exactly one language is primary */
  readonly primary: boolean
  /** shoppers can choose it; translations can also be written before it is published */
  readonly published: boolean
}

/** The shop's languages, the primary one first. Needs read_locales. */
export async function shopLocales(execute: Execute, options?: CallOptions): Promise<ShopLocale[]> {
  const found = (await execute(SHOP_LOCALES, {}, options)).shopLocales
  return [...found.filter(({ primary }) => primary), ...found.filter(({ primary }) => !primary)]
}
