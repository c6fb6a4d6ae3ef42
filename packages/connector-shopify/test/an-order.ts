/** An order in the vendor's format, for tests that answer as the vendor does. */
export const bag = (amount: string, currencyCode = 'USD', presented = amount, presentedIn = currencyCode) => ({
  shopMoney: { amount, currencyCode },
  presentmentMoney: { amount: presented, currencyCode: presentedIn },
})
export const whole = <N>(nodes: readonly N[]) => ({ nodes, pageInfo: { hasNextPage: false, endCursor: null } })
export const cut = <N>(nodes: readonly N[], endCursor: string) => ({
  nodes,
  pageInfo: { hasNextPage: true, endCursor },
})

export const gid = (type: string, id: number | string): string => `gid://shopify/${type}/${id}`

export const wireLine = (id: number, extra: object = {}) => ({
  id: gid('LineItem', id),
  sku: `SKU-${id}`,
  title: 'Lamp',
  variantTitle: 'Red',
  quantity: 3,
  currentQuantity: 2,
  unfulfilledQuantity: 2,
  nonFulfillableQuantity: 0,
  requiresShipping: true,
  variant: { id: gid('ProductVariant', id) },
  product: { id: gid('Product', 1) },
  image: null,
  customAttributes: [{ key: 'Engraving', value: null }],
  originalUnitPriceSet: bag('12.99', 'USD', '1950.0', 'JPY'),
  discountAllocations: [
    { allocatedAmountSet: bag('2.50', 'USD', '376', 'JPY') },
    { allocatedAmountSet: bag('1.47', 'USD', '221', 'JPY') },
  ],
  ...extra,
})

export const wirePart = (id: number, line: number) => ({
  id: gid('FulfillmentOrderLineItem', id),
  totalQuantity: 3,
  remainingQuantity: 2,
  lineItem: { id: gid('LineItem', line) },
})

export const wireFulfillmentOrder = (id: number, lineItems: object) => ({
  id: gid('FulfillmentOrder', id),
  status: 'OPEN',
  requestStatus: 'UNSUBMITTED',
  supportedActions: [{ action: 'CREATE_FULFILLMENT' }, { action: 'HOLD' }],
  assignedLocation: { name: 'Yiwu', location: { id: gid('Location', 1) } },
  fulfillmentHolds: [],
  lineItems,
})

export const wireRefund = (id: number, refundLineItems: object) => ({
  id: gid('Refund', id),
  createdAt: '2026-11-21T00:00:00Z',
  processedAt: '2026-11-21T00:00:00Z',
  totalRefundedSet: bag('1.00'),
  refundLineItems,
})
export const wireRefundLine = (line: number, quantity = 1) => ({
  quantity,
  restockType: 'CANCEL',
  lineItem: { id: gid('LineItem', line) },
})

export const wireOrder = (id: string, extra: object = {}) => ({
  id: gid('Order', id),
  legacyResourceId: id,
  name: '#1001',
  number: 1001,
  createdAt: '2026-11-20T00:00:00Z',
  updatedAt: '2026-11-21T00:00:00Z',
  processedAt: '2026-11-20T00:00:00Z',
  cancelledAt: null,
  cancelReason: null,
  closedAt: null,
  test: false,
  edited: false,
  displayFinancialStatus: 'PAID',
  displayFulfillmentStatus: 'UNFULFILLED',
  returnStatus: 'NO_RETURN',
  taxesIncluded: false,
  currentTotalWeight: '840',
  currencyCode: 'USD',
  presentmentCurrencyCode: 'JPY',
  note: null,
  tags: ['vip'],
  email: null,
  phone: null,
  risk: { recommendation: 'INVESTIGATE', assessments: [{ riskLevel: 'LOW' }, { riskLevel: 'MEDIUM' }] },
  shippingAddress: null,
  subtotalPriceSet: bag('12.99', 'USD', '1950', 'JPY'),
  totalShippingPriceSet: bag('0.0', 'USD', '0.0', 'JPY'),
  totalTaxSet: null,
  totalDiscountsSet: null,
  totalPriceSet: bag('12.99', 'USD', '1950', 'JPY'),
  totalRefundedSet: bag('0.0', 'USD', '0', 'JPY'),
  refundDiscrepancySet: bag('0.0', 'USD', '0', 'JPY'),
  currentTotalPriceSet: bag('12.99', 'USD', '1950', 'JPY'),
  totalTipReceivedSet: bag('0.0', 'USD', '0', 'JPY'),
  originalTotalDutiesSet: null,
  currentTotalDutiesSet: null,
  currentTotalTaxSet: null,
  lineItems: whole([wireLine(1)]),
  fulfillmentOrders: whole([wireFulfillmentOrder(1, whole([wirePart(1, 1)]))]),
  refunds: [],
  fulfillments: [],
  ...extra,
})
