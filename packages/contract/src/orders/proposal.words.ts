/** Where a proposed source comes from, as people read it. */
export const PROPOSAL_ORIGINS = {
  listing: '已上架',
  relation: '已记住',
  code: '同SKU',
  earlier: '以前买过',
  sibling: '同商品',
  title: '同名商品',
} as const
export type ProposalOrigin = keyof typeof PROPOSAL_ORIGINS
