import type { Page } from 'playwright-core'
import type { SharedApp } from './shared-app.ts'

/** A shopper in her own browser context buys in the storefront; returns the order number of the thank-you page. */
export async function buyInShop(page: Page, { simulator }: SharedApp, product: string, quantity = 1): Promise<string> {
  const shopper = await page.context().browser()!.newPage()
  await shopper.goto(`${simulator}/shops/bridge-us/`)
  await shopper.getByRole('link', { name: product }).first().click()
  await shopper.getByLabel('Quantity').first().fill(String(quantity))
  await shopper.getByRole('button', { name: 'Buy it now' }).click()
  const fields = {
    Email: 'ada@shopper.example',
    'First name': 'Ada',
    'Last name': 'Quince',
    Address: '12 Harbor Street',
    'Postal code': '97201',
    City: 'Portland',
    'State/Province': 'Oregon',
    Phone: '+1 555 0142',
  }
  for (const [label, text] of Object.entries(fields)) await shopper.getByLabel(label, { exact: true }).fill(text)
  await shopper.getByRole('button', { name: 'Complete order' }).click()
  const number = await shopper.locator('#order-number').innerText()
  await shopper.close()
  return number
}
