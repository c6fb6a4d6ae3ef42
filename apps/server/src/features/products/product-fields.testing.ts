/** Input of product tests: a product in two colours. `over` replaces fields, also by invalid values. */
export const variant = (optionValues: string[], over: object = {}) => ({
  id: crypto.randomUUID(),
  skuCode: `SKU-${optionValues.join('-')}`,
  sourceSkuId: null,
  sourceSpecId: null,
  optionValues,
  costMinor: 1850,
  weightGrams: 420,
  stock: 10,
  stockPolicy: 'deny',
  imageId: 'a',
  dropped: false,
  prices: [],
  ...over,
})
export const productFields = (over: object = {}) => ({
  title: 'Desk lamp',
  titleZh: '台灯',
  descriptionHtml: '<p>好</p>',
  images: [{ id: 'a', url: 'https://pictures.example/a.jpg' }],
  options: [{ name: 'Color', values: [{ value: 'Red' }, { value: 'Blue' }] }],
  variants: [variant(['Red']), variant(['Blue'], { costMinor: 2000 })],
  storeIds: [] as string[],
  ...over,
})
