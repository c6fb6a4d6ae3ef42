/** A buyer account of the pretend platform. Orders, refunds, addresses and money belong to one. */
export type BuyerAccount = {
  aliId: string
  memberId: string
  loginId: string
  /**
   * Tail of the buyer's order numbers, as the platform ends them with digits of the buyer. It is odd, so that no order
   * number is a number that JavaScript can hold: whoever reads it as one asks for an order that does not exist.
   */
  tail: string
}

/** The account that the demo credentials belong to. */
export const ACCOUNT: BuyerAccount = {
  aliId: '2208888888888',
  memberId: 'b2b-2208888888888abcd',
  loginId: 'huoqiao_demo:ops',
  tail: '543271',
}

/** A second company: it owns no token until somebody authorizes with it, and sees nothing of the first one's. */
export const SECOND_ACCOUNT: BuyerAccount = {
  aliId: '2217777777777',
  memberId: 'b2b-2217777777777ef01',
  loginId: 'huoqiao_second',
  tail: '886413',
}

export const ACCOUNTS: readonly BuyerAccount[] = [ACCOUNT, SECOND_ACCOUNT]

/** The account of that member; the first one for rows from before there were two. */
export const accountOf = (memberId: string | undefined): BuyerAccount =>
  ACCOUNTS.find((account) => account.memberId === memberId) ?? ACCOUNT
