/**
 * The basket of a shopper: variant numbers with quantities in one cookie for the shop's path, so that it works without JavaScript and the
 * shop stores nothing for shoppers who do not buy.
 */
export type Basket = { variant: string; quantity: number }[]

const NAME = 'cart'
/** The most that one line of a form may have; it also limits a cookie written by hand. */
const MOST_UNITS = 999
const MOST_LINES = 50

export function readBasket(cookies: string | undefined): Basket {
  const text = /(?:^|;\s*)cart=([^;]*)/.exec(cookies ?? '')?.[1] ?? ''
  return text
    .split('.')
    .flatMap((entry) => {
      const [, variant, quantity] = /^(\d{1,20})x(\d{1,3})$/.exec(entry) ?? []
      return variant === undefined ? [] : [{ variant, quantity: Number(quantity) }]
    })
    .filter((line) => line.quantity > 0)
    .slice(0, MOST_LINES)
}

/** Adds units of a variant, or sets its quantity when `sum` is true. */
export function withLine(basket: Basket, variant: string, quantity: number, sum: boolean): Basket {
  const before = basket.find((line) => line.variant === variant)?.quantity ?? 0
  const wanted = Math.min(MOST_UNITS, Math.max(0, sum ? quantity : before + quantity))
  const known = basket.some((line) => line.variant === variant)
  const lines = known
    ? basket.map((line) => (line.variant === variant ? { ...line, quantity: wanted } : line))
    : [...basket, { variant, quantity: wanted }]
  return lines.filter((line) => line.quantity > 0)
}

export const basketCookie = (basket: Basket, shop: string): string =>
  `${NAME}=${basket.map((line) => `${line.variant}x${line.quantity}`).join('.')}; Path=/shops/${shop}; HttpOnly; SameSite=Lax`
