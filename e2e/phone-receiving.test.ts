import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator } from 'playwright-core'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { enter, openSession, soon } from './browser.ts'
import { deliveryWorld } from './delivery-world.ts'
import type { DeliveryWorld } from './delivery-world.ts'
import { visit } from './visit.ts'
import { ADMIN, openSpec } from './spec.ts'

type Deal = Awaited<ReturnType<DeliveryWorld['buy']>>
type Receipt = { quantity: number; defects: number; photos: string[]; at: number }

/** A waybill number, and its Code 128 (set B) as the widths of bars and spaces in modules, beginning with a bar. */
const LABEL = {
  text: 'SF1234567890123',
  widths:
    '211214213113132311123221223211221132221231213212223112' +
    '3121313112223211221231221232212232112211321111432331112',
}

const RECEIVE = '/api/purchase/delivery/receiveGoods'

/** Receiving goods in the warehouse with a phone, 390 px wide. */
describe('a phone in the warehouse', () => {
  const { app, session, page, ask } = openSpec(ADMIN, { own: true, phone: true })
  let world: DeliveryWorld
  let deals: Deal[]

  beforeAll(async () => {
    world = await deliveryWorld(app(), page())
    deals = []
    for (const [pieces, over] of [
      [3, 0],
      [5, 0],
      [6, 0],
      // The last one, because its spare pieces would cover the orders after it.
      [4, 2],
    ] as const) {
      const deal = await world.buy(pieces, over)
      await world.send(deal)
      deals.push(deal)
    }
  })

  const view = (): Locator => page().locator('[data-view]:visible')
  const button = (within: Locator, name: string | RegExp): Locator => within.getByRole('button', { name })
  const field = (): Locator => view().getByRole('textbox', { name: /^扫描/ })
  const card = ({ number }: Deal): Locator => view().getByRole('article', { name: `采购单 ${number}` })
  const unsent = (): Locator => view().getByRole('region', { name: '待发送的收货' })
  const receipts = async ({ purchaseId }: Deal): Promise<Receipt[]> =>
    (await ask<{ list: Receipt[] }>('GET', '/api/purchase/delivery/getReceipts', { purchaseId })).list
  const lineOf = async ({ purchaseId }: Deal): Promise<string> =>
    (await ask<{ lines: { id: string }[] }>('GET', '/api/purchase/center/getPurchaseOrderSkuDetails', { purchaseId }))
      .lines[0]!.id

  /** By how many pixels the page, or the view that scrolls in it, is wider than the screen. */
  const overhang = (): Promise<number> =>
    page().evaluate(() => {
      const shown = [...document.querySelectorAll<HTMLElement>('[data-view]')].filter((one) => one.checkVisibility())
      return Math.max(
        document.documentElement.scrollWidth - innerWidth,
        ...shown.map((one) => one.scrollWidth - one.clientWidth),
      )
    })
  /** Figures that are wider than their boxes. */
  const spilling = (): Promise<string[]> =>
    view().evaluate((root) =>
      [...root.querySelectorAll<HTMLElement>('li > a')]
        .filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth)
        .map((one) => one.innerText),
    )
  /** Buttons and fields of the page that are too low to be hit with a thumb. */
  const small = (): Promise<string[]> =>
    view().evaluate((root) =>
      [...root.querySelectorAll<HTMLElement>('button, input:not([type=file], [type=radio])')]
        .filter((one) => one.checkVisibility())
        .map((one) => one.closest<HTMLElement>('.ant-input-affix-wrapper, .ant-input-number') ?? one)
        .filter((one) => one.getBoundingClientRect().height < 43.5)
        .map((one) => one.outerHTML.slice(0, 160)),
    )
  /** What a hand scanner does: it types wherever the focus is, and ends with Enter. */
  async function scan(code: string): Promise<void> {
    await field().waitFor()
    await page().evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
    await page().keyboard.type(code)
    await page().keyboard.press('Enter')
  }
  async function receive(deal: Deal, pieces: number): Promise<void> {
    await scan(deal.number)
    await card(deal).getByLabel(/^实收/).fill(String(pieces))
    await button(card(deal), new RegExp(`^收货 ${pieces} 件`)).tap()
  }

  it('shows the home page, the triage list and the lists of parcels and receipts without a part that is cut off', async () => {
    for (const address of ['/', '/workbench', '/purchase/receive?tab=parcels', '/purchase/receive?tab=receipts']) {
      await visit(page(), address)
      await view().getByRole('heading').first().waitFor()
      await soon(async () => [address, await overhang(), await spilling()]).toEqual([address, 0, []])
      await session().picture(`phone-${address.replaceAll(/\W+/g, '-')}`)
    }
    expect(await page().getByRole('tablist', { name: '打开的页面' }).isVisible()).toBe(false)
  })

  it('opens the menu over the page, and closes it when a page is chosen', async () => {
    const menu = page().getByRole('complementary', { name: '主菜单' })
    expect(await menu.isVisible()).toBe(false)
    await page().getByRole('button', { name: '展开菜单' }).tap()
    await menu.getByRole('link', { name: '货桥 首页' }).tap()
    await page().waitForURL((url) => url.pathname === '/')
    await soon(() => menu.isVisible()).toBe(false)
  })

  it('receives goods: scanned, counted, a broken one with its photo, put on a shelf, and then the next parcel', async () => {
    const [next, , , deal] = deals as [Deal, Deal, Deal, Deal]
    await page().goto('/receiving')
    await page().waitForURL((url) => url.pathname === '/purchase/receive')
    await scan(deal.number)
    const counted = card(deal).getByLabel(/^实收/)
    expect(await counted.getAttribute('inputmode')).toBe('numeric')
    await session().picture('phone-receive')
    await counted.fill('5')
    await card(deal).getByLabel(/^不良/).first().fill('1')
    await card(deal)
      .getByLabel(/^不良原因/)
      .fill('压坏了')
    const photo = { create: { width: 3000, height: 2000, channels: 3, background: '#c33' } } as const
    await card(deal)
      .getByLabel(/^选择照片/)
      .setInputFiles({ name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer: await sharp(photo).jpeg().toBuffer() })
    await card(deal).getByRole('img', { name: '照片 1' }).waitFor()
    await card(deal).getByLabel(/^库位/).fill('A-3')
    expect([await overhang(), await small()]).toEqual([0, []])
    await session().picture('phone-receive-typed')
    await button(card(deal), /^收货 5 件，不良 1 件/).tap()
    await session().reported(`${deal.number} 已收 5 件，不良 1 件`)
    const [booked, ...more] = await receipts(deal)
    expect([booked, more]).toMatchObject([{ quantity: 5, defects: 1, photos: [expect.any(String)] }, []])
    // The phone scales the photo down before it sends it.
    const stored = await fetch(new URL(booked!.photos[0]!, app().url))
    expect(await sharp(await stored.arrayBuffer()).metadata()).toMatchObject({ width: 1600 })
    const lineId = await lineOf(deal)
    const history = await ask<{ entries: object[] }>('GET', '/api/purchase/center/getSpareHistory', { lineId })
    expect(history.entries).toMatchObject([{ kind: 'place', note: '没有库位 → A-3' }])
    await session().picture('phone-receive-done')
    await scan(next.number)
    await card(next).waitFor()
    expect(await overhang()).toBe(0)
  })

  it('says what to do when there is no camera', async () => {
    await page().goto('/receiving')
    await button(view(), '扫码').tap()
    const camera = page().getByRole('dialog').filter({ hasText: '扫码' })
    await camera.getByText(/没有摄像头。请用扫码枪|没有得到用摄像头的许可/).waitFor()
    await session().picture('phone-no-camera')
    await page().keyboard.press('Escape')
    await soon(() => camera.count()).toBe(0)
  })

  it('reads the label of a parcel with the camera, looks for its number, and turns the camera off', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'huoqiao-camera-'))
    const video = join(folder, 'label.mjpeg')
    await writeFile(video, await filmOf(LABEL.widths))
    const other = await openSession(app().url, { phone: true, camera: video })
    try {
      await enter(other.page, app().url, ...ADMIN)
      await other.page.goto('/receiving')
      const shown = other.page.locator('[data-view]:visible')
      // Keeps the camera's tracks, to check that they are stopped: a camera light that stays on is taken for spying.
      await other.page.evaluate(() => {
        const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
        navigator.mediaDevices.getUserMedia = async (wanted) => {
          const stream = await open(wanted)
          Object.assign(window, { cameraTracks: stream.getTracks() })
          return stream
        }
      })
      await button(shown, '扫码').tap()
      await shown.getByText(`没有找到 ${LABEL.text}。`).waitFor()
      await soon(() => other.page.getByRole('dialog').count()).toBe(0)
      const states = await other.page.evaluate(() =>
        (window as unknown as { cameraTracks: MediaStreamTrack[] }).cameraTracks.map(({ readyState }) => readyState),
      )
      expect(states).toEqual(['ended'])
      expect(other.complaints).toEqual([])
    } finally {
      await other.close()
      await rm(folder, { recursive: true })
    }
  })

  /** The film (MJPEG) of a camera that is held over a label: grey paper first, then the barcode, a little tilted and blurred. */
  async function filmOf(widths: string): Promise<Buffer> {
    let at = 10
    const bars = Array.from(widths, (width, index) => {
      const bar = index % 2 === 0 ? `M${at} 0h${width}v40h-${width}z` : ''
      at += Number(width)
      return bar
    })
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${at + 10}" height="40"><path d="${bars.join('')}"/></svg>`

    const frame = (over: { input: Buffer }[]): Promise<Buffer> =>
      sharp({ create: { width: 1280, height: 720, channels: 3, background: '#ddd' } })
        .composite(over)
        .jpeg({ quality: 85 })
        .toBuffer()
    const label = await sharp(Buffer.from(svg))
      .resize(820, 160, { fit: 'fill', kernel: 'nearest' })
      .flatten({ background: '#fff' })
      .rotate(3, { background: '#ddd' })
      .blur(0.5)
      .png()
      .toBuffer()
    const [paper, held] = [await frame([]), await frame([{ input: label }])]
    return Buffer.concat([...Array<Buffer>(5).fill(paper), ...Array<Buffer>(25).fill(held)])
  }

  it('keeps what is confirmed without a network, over a reload, and books it once and in order when there is one', async () => {
    const [first, second, third] = deals as [Deal, Deal, Deal]
    await page().goto('/receiving')
    for (const deal of [first, second]) {
      await scan(deal.number)
      await card(deal).waitFor()
    }
    await keptOffline()
    await page().context().setOffline(true)
    await receive(first, 3)
    await session().reported(/现在发不出去，已存在这台设备/)
    await receive(second, 2)
    await unsent().getByRole('heading', { name: '待发送 2 笔' }).waitFor()
    // Pieces of receipts that are kept on the device are not proposed again.
    await scan(second.number)
    await soon(() => card(second).getByLabel(/^实收/).inputValue()).toBe('3')
    await view().getByText('连不上服务器：显示的是以前读到的内容').waitFor()
    await scan(third.number)
    await view().getByText(`${third.number} 没有在这台设备上打开过`).waitFor()
    expect(await overhang()).toBe(0)
    await session().picture('phone-offline')

    await page().reload()
    await unsent().getByRole('heading', { name: '待发送 2 笔' }).waitFor()
    await page().getByRole('button', { name: '展开菜单' }).tap()
    await page().getByRole('button', { name: /^账号/ }).tap()
    const account = page().getByRole('dialog', { name: '账号' })
    await button(account, '退出登录').tap()
    await account.getByText('还有 2 笔收货没有发出').waitFor()
    await session().picture('phone-logout')
    await button(account, '取消').tap()
    await page().keyboard.press('Escape')
    await page().getByRole('button', { name: '收起菜单' }).tap()
    expect([await receipts(first), await receipts(second)]).toEqual([[], []])

    // The server books the first one, and its answer is lost: it is sent again.
    let sent = 0
    await page().route(`**${RECEIVE}`, async (route) => {
      sent += 1
      if (sent > 1) return route.continue()
      await route.fetch()
      await route.abort('connectionreset')
    })
    await page().context().setOffline(false)
    await soon(async () => (await receipts(first)).length).toBe(1)
    await page().evaluate(() => dispatchEvent(new Event('online')))
    await soon(() => unsent().count()).toBe(0)
    await page().unroute(`**${RECEIVE}`)
    expect(sent).toBe(3)
    const [one, other] = [await receipts(first), await receipts(second)]
    expect([one, other]).toMatchObject([[{ quantity: 3 }], [{ quantity: 2 }]])
    expect(one[0]!.at).toBeLessThan(other[0]!.at)
  })

  it('keeps what the server refuses, with the reason and the next step, until a person decides', async () => {
    const third = deals[2]!
    await page().goto('/receiving')
    await scan(third.number)
    await card(third).waitFor()
    await page().context().setOffline(true)
    await receive(third, 6)
    await unsent().getByRole('heading', { name: '待发送 1 笔' }).waitFor()
    await ask('POST', '/api/purchase/delivery/terminateRest', { purchaseIds: [third.purchaseId], reason: '卖家缺货' })
    await page().context().setOffline(false)
    await unsent().getByRole('heading', { name: '待发送 1 笔，其中 1 笔被拒绝' }).waitFor()
    await unsent()
      .getByText(/不能收货/)
      .waitFor()
    // The shown data is read again, too.
    await soon(() => view().getByText('连不上服务器').count()).toBe(0)
    await button(unsent(), '打开重收').waitFor()
    await button(unsent(), '再发一次').waitFor()
    expect(await overhang()).toBe(0)
    await session().picture('phone-refused')
    await button(unsent(), '不收了').tap()
    await button(page().getByRole('dialog'), '不收了').tap()
    await soon(() => unsent().count()).toBe(0)
    expect(await receipts(third)).toEqual([])
  })

  /** Resolves when the device has everything that it needs to open the page without a network. */
  const keptOffline = (): Promise<void> =>
    soon(() =>
      page().evaluate(async () => {
        const [program, answers] = [await caches.open('huoqiao-program'), await caches.open('huoqiao-answers')]
        return (
          navigator.serviceWorker.controller !== null &&
          (await program.match('/')) !== undefined &&
          (await answers.keys()).length >= 2
        )
      }),
    ).toBe(true)
})

describe('the installed app', () => {
  const { app } = openSpec()

  it('has a manifest with Chinese names that starts at the receiving page, and serves every icon in its size', async () => {
    const page = await (await fetch(`${app().url}/`)).text()
    const address = /<link rel="manifest" href="([^"]+)"/.exec(page)?.[1]
    const answer = await fetch(new URL(address!, app().url))
    expect(answer.headers.get('content-type')).toMatch(/^application\/manifest\+json/)
    const manifest = (await answer.json()) as {
      icons: { src: string; sizes: string; type: string; purpose?: string }[]
    }
    expect(manifest).toMatchObject({
      name: expect.stringMatching(/^[\u4e00-\u9fff ·]+$/),
      short_name: expect.stringMatching(/^[\u4e00-\u9fff]{2,6}$/),
      lang: 'zh-CN',
      start_url: '/receiving',
      scope: '/',
      display: 'standalone',
    })
    const served = await Promise.all(
      manifest.icons.map(async ({ src, sizes, type, purpose = 'any' }) => {
        const icon = await fetch(new URL(src, app().url))
        const { width, height } = await sharp(await icon.arrayBuffer()).metadata()
        expect([src, icon.headers.get('content-type'), `${width}x${height}`]).toEqual([src, type, sizes])
        return `${purpose} ${sizes}`
      }),
    )
    expect(served).toEqual(['any 192x192', 'any 512x512', 'maskable 512x512'])
  })

  it('has its worker from the origin itself, never cached beyond a check', async () => {
    const worker = await fetch(`${app().url}/service-worker.js`)
    expect(worker.headers.get('content-type')).toMatch(/javascript/)
    expect(worker.headers.get('cache-control')).toBe('no-cache')
    expect(worker.headers.get('permissions-policy')).toContain('camera=(self)')
  })
})
