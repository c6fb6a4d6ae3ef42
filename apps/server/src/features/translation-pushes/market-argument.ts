/** The connector's argument for a market; '': all markets. */
export const ofMarket = (market: string): { marketId?: string } => (market === '' ? {} : { marketId: market })
