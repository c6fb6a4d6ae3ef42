import type { AddressRow } from './order.rows.ts'
import { BLANK_ADDRESS } from './purchase.ts'

/** Generated shoppers of the simulated shops; their email addresses use reserved domains. */
export type Shopper = { firstName: string; lastName: string; email: string; phone: string; address: AddressRow }

const FIRST = ['Ava', 'Liam', 'Noah', 'Mia', 'Emil', 'Chloé', 'Yuki', 'Oliver', 'Sofía', 'Jürgen', 'Amélie', 'Haruto']
const LAST = ['Walker', 'Nguyen', 'Schäfer', 'Dubois', 'Tanaka', "O'Brien", 'García', 'Kowalski', 'Smith', 'Lindqvist']

type Place = [street: string, city: string, province: string, code: string, country: string, iso: string, zip: string]

const PLACES: readonly Place[] = [
  ['418 Maple Ave', 'Newark', 'New Jersey', 'NJ', 'United States', 'US', '07104'],
  ['2201 W Division St', 'Chicago', 'Illinois', 'IL', 'United States', 'US', '60622'],
  ['77 Pine St Apt 4B', 'Seattle', 'Washington', 'WA', 'United States', 'US', '98101'],
  ['910 Congress Ave', 'Austin', 'Texas', 'TX', 'United States', 'US', '78701'],
  ['12 Rue des Lilas', 'Lyon', '', '', 'France', 'FR', '69003'],
  ['Eppendorfer Weg 88', 'Hamburg', '', '', 'Germany', 'DE', '20259'],
  ['Torstraße 140', 'Berlin', '', '', 'Germany', 'DE', '10119'],
  ['5 Camden Passage', 'London', '', '', 'United Kingdom', 'GB', 'N1 8EA'],
  ['1450 Rue Crescent', 'Montréal', 'Quebec', 'QC', 'Canada', 'CA', 'H3G 2B6'],
  ['3-14-2 Ebisu', 'Shibuya-ku', 'Tōkyō', 'JP-13', 'Japan', 'JP', '150-0013'],
  ['22 Smith St', 'Fitzroy', 'Victoria', 'VIC', 'Australia', 'AU', '3065'],
]

/** One of some hundred shoppers; the same number gives the same shopper. */
export function shopperOf(number: number): Shopper {
  const firstName = FIRST[number % FIRST.length]!
  const lastName = LAST[Math.floor(number / FIRST.length) % LAST.length]!
  const [address1, city, province, provinceCode, country, countryCode, zip] = PLACES[number % PLACES.length]!
  const phone = `+1 555 01${String(number % 100).padStart(2, '0')}`
  const plain = `${firstName}.${lastName}${number}`
    .normalize('NFD')
    .replace(/[^A-Za-z0-9.]/g, '')
    .toLowerCase()
  return {
    firstName,
    lastName,
    email: `${plain}@shopper.example`,
    phone,
    address: {
      ...BLANK_ADDRESS,
      firstName,
      lastName,
      phone,
      address1,
      city,
      province: province || null,
      provinceCode: provinceCode || null,
      country,
      countryCode,
      zip,
    },
  }
}
