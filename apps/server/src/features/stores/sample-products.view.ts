import type { StoreProduct } from '@huoqiao/contract/stores/stores.schema'

/** A fixed list that shows the card layout when no store is connected (decisions, section 7). */
const SAMPLES: readonly { title: string; price: string; inventory: number; hue: number; sizes: readonly string[] }[] = [
  { title: '示例：陶瓷马克杯', price: '12.99', inventory: 240, hue: 210, sizes: ['白色', '蓝色'] },
  { title: '示例：帆布托特包', price: '18.99', inventory: 96, hue: 36, sizes: ['小号', '大号'] },
  { title: '示例：无线充电座', price: '24.99', inventory: 58, hue: 160, sizes: ['标准'] },
  { title: '示例：竹制收纳盒', price: '15.99', inventory: 132, hue: 90, sizes: ['三格', '六格'] },
  { title: '示例：保温水壶', price: '21.99', inventory: 0, hue: 0, sizes: ['500ml', '750ml'] },
  { title: '示例：宠物慢食碗', price: '13.99', inventory: 310, hue: 280, sizes: ['绿色', '粉色'] },
]

/** A generated picture, so that the sample needs no external file. */
const picture = (hue: number): string =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 240"><rect width="240" height="240" fill="hsl(${hue} 45% 90%)"/><circle cx="120" cy="120" r="62" fill="hsl(${hue} 45% 62%)"/></svg>`,
  )}`

export const sampleProducts = (): StoreProduct[] =>
  SAMPLES.map(({ title, price, inventory, hue, sizes }, index) => ({
    id: `gid://shopify/Product/${index + 1}`,
    title,
    handle: `sample-${index + 1}`,
    status: 'ACTIVE',
    vendor: '货桥示例',
    image: picture(hue),
    storefrontUrl: null,
    totalInventory: inventory,
    variants: sizes.map((size, position) => ({
      id: `gid://shopify/ProductVariant/${(index + 1) * 10 + position}`,
      title: size,
      sku: `SAMPLE-${index + 1}-${position + 1}`,
      price,
      inventory: Math.floor(inventory / sizes.length),
    })),
    listingOf: null,
    updatedAt: '2026-01-01T00:00:00Z',
  }))
