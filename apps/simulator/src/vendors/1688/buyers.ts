/** A buyer account of the simulated platform. Orders, refunds, addresses and money belong to an account. */
export type BuyerAccount = {
  aliId: string
  memberId: string
  loginId: string
  /**
   * The last digits of the buyer's order numbers, which on the platform belong to the buyer. Odd, so that no order number can be
   * represented as a JavaScript number: code that parses it as a number requests an order that does not exist.
   */
  tail: string
}

/** The account of the demo credentials. */
export const ACCOUNT: BuyerAccount = {
  aliId: '2208888888888',
  memberId: 'b2b-2208888888888abcd',
  loginId: 'huoqiao_demo:ops',
  tail: '543271',
}

/** A second company: it has no token until somebody authorizes with it, and sees nothing of the first company. */
export const SECOND_ACCOUNT: BuyerAccount = {
  aliId: '2217777777777',
  memberId: 'b2b-2217777777777ef01',
  loginId: 'huoqiao_second',
  tail: '886413',
}

export const ACCOUNTS: readonly BuyerAccount[] = [ACCOUNT, SECOND_ACCOUNT]

/** The account of a member; the first one for rows from before there were two. */
export const accountOf = (memberId: string | undefined): BuyerAccount =>
  ACCOUNTS.find((account) => account.memberId === memberId) ?? ACCOUNT
