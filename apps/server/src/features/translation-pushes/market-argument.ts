/** The market of a request as the connector takes it; empty: all markets. */
export const ofMarket = (market: string): { marketId?: string } => (market === '' ? {} : { marketId: market })
