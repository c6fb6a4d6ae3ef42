import { formatMinor } from '@huoqiao/kit'
import type { Call } from '../vendors/shopify/call.ts'

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)

const SIGNS: Readonly<Record<string, string>> = { USD: '$', EUR: '€', JPY: '¥' }

/** "$28.00": an amount as a shopper sees it. */
export const moneyText = (minor: number, call: Call): string => {
  const { currency } = call.shop.facts
  const sign = SIGNS[currency]
  return sign ? `${sign}${formatMinor(minor, currency)}` : `${formatMinor(minor, currency)} ${currency}`
}

const STYLE = `
:root{color-scheme:light;--ink:#1d1f22;--soft:#6a7076;--line:#e5e2dc;--ground:#faf9f6;--card:#fff}
*{box-sizing:border-box}body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.6 system-ui,-apple-system,"Segoe UI","PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif}
a{color:inherit}img{display:block;max-width:100%}
.top{display:flex;gap:24px;align-items:baseline;justify-content:space-between;flex-wrap:wrap;padding:20px 32px;border-bottom:1px solid var(--line);background:var(--card)}
.top a.name{font-size:20px;font-weight:600;text-decoration:none}.top nav{display:flex;gap:20px;font-size:14px}.top nav a{color:var(--soft);text-decoration:none}
main{max-width:1160px;margin:0 auto;padding:32px}
h1{font-size:28px;line-height:1.3;margin:0 0 8px;overflow-wrap:anywhere}h2{font-size:18px;margin:32px 0 12px}
.soft{color:var(--soft);font-size:14px}
.grid{display:grid;grid-template-columns:repeat(auto-fill,minmax(220px,1fr));gap:24px}
.card{text-decoration:none;display:block}.card .frame,.stage{background:var(--card);border:1px solid var(--line);border-radius:6px;aspect-ratio:1;display:grid;place-items:center;overflow:hidden;color:var(--soft);font-size:14px}
.frame img,.stage img{width:100%;height:100%;object-fit:contain}
.card h3{font-size:15px;font-weight:500;margin:12px 0 2px;display:-webkit-box;-webkit-line-clamp:2;-webkit-box-orient:vertical;overflow:hidden}
.was{color:var(--soft);text-decoration:line-through;margin-left:8px}
.product{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1fr);gap:48px;align-items:start}@media(max-width:800px){.product{grid-template-columns:1fr}main,.top{padding:20px}}
.thumbs{display:grid;grid-template-columns:repeat(auto-fill,minmax(72px,1fr));gap:8px;margin-top:8px}.thumbs img{aspect-ratio:1;object-fit:contain;background:var(--card);border:1px solid var(--line);border-radius:4px}
.price{font-size:22px;margin:8px 0 20px}.chips{display:flex;flex-wrap:wrap;gap:8px;margin:6px 0 16px}.chip{border:1px solid var(--line);border-radius:4px;background:var(--card);padding:4px 12px;text-decoration:none;font-size:14px}.chip.on{border-color:var(--ink);box-shadow:inset 0 0 0 1px var(--ink)}
table{border-collapse:collapse;width:100%;font-size:14px}th,td{text-align:left;padding:6px 10px;border-bottom:1px solid var(--line);vertical-align:top;overflow-wrap:anywhere}th{color:var(--soft);font-weight:500}
.scroll{overflow-x:auto}.note{padding:10px 14px;border:1px solid #e0c36a;background:#fff8e1;border-radius:6px;margin-bottom:24px;font-size:14px}
.description{margin-top:24px;overflow-wrap:anywhere}.description img{height:auto}.pages{display:flex;gap:16px;margin-top:32px}
form.search input{font:inherit;font-size:14px;padding:4px 10px;border:1px solid var(--line);border-radius:4px}
code{font:13px ui-monospace,monospace}
.button{display:inline-block;font:inherit;font-weight:500;padding:10px 22px;border:1px solid var(--ink);border-radius:6px;background:var(--ink);color:#fff;text-decoration:none;cursor:pointer}.button.plain{background:var(--card);color:var(--ink)}.button.wide{width:100%;margin-top:28px;padding:14px}.button:disabled{opacity:.4;cursor:default}
input,select,textarea{font:inherit;padding:9px 12px;border:1px solid #cfcac0;border-radius:6px;background:#fff;width:100%}input:focus-visible,select:focus-visible,textarea:focus-visible,.button:focus-visible{outline:2px solid #2f6fde;outline-offset:1px}
input.quantity{width:84px}.buy{display:flex;gap:10px;flex-wrap:wrap;align-items:center;margin:4px 0 20px}form.search input{width:auto}
.line{display:flex;gap:14px;align-items:center;min-width:0}.small{flex:none;width:56px;height:56px;border:1px solid var(--line);border-radius:6px;background:var(--card);overflow:hidden}.small img{width:100%;height:100%;object-fit:contain}
table.cart{font-size:15px}table.cart td{padding:12px 10px;vertical-align:middle}.sum{text-align:right;white-space:nowrap}tr.total td,.row.total{font-weight:600;font-size:17px}
.after{display:flex;gap:16px;align-items:center;flex-wrap:wrap;margin:20px 0 8px}.push{margin-left:auto}
.checkout{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,380px);gap:56px;align-items:start}@media(max-width:800px){.checkout{grid-template-columns:1fr;gap:24px}}
.checkout h2:first-child{margin-top:0}.checkout label{display:block;margin-bottom:12px}.checkout label>span:first-child{display:block;font-size:13px;color:var(--soft);margin-bottom:4px}.pair{display:grid;grid-template-columns:1fr 1fr;gap:12px}
.checkout label.choice{display:flex;gap:12px;align-items:flex-start;border:1px solid var(--line);border-radius:6px;background:var(--card);padding:12px 14px}.choice input{width:auto;margin-top:6px}.checkout label.choice>span{font-size:15px;color:inherit;margin:0}
aside{background:var(--card);border:1px solid var(--line);border-radius:8px;padding:20px}aside .row{display:grid;grid-template-columns:minmax(0,1fr) auto auto;gap:12px;align-items:center;padding:10px 0}aside .row.total{grid-template-columns:1fr auto;border-top:1px solid var(--line);margin-top:8px;padding-top:16px}`

export function frame(title: string, body: string, call?: Call, language = 'en'): string {
  const shop = call?.shop
  const head = shop
    ? `<header class="top"><a class="name" href="/shops/${shop.facts.slug}/">${escapeHtml(shop.facts.name)}</a><nav><a href="/shops/${shop.facts.slug}/">All products</a><a href="/shops/${shop.facts.slug}/cart">Cart</a><a href="/shops/${shop.facts.slug}/admin/products">Admin</a><span class="soft">${shop.facts.currency}</span></nav></header>`
    : ''
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><link rel="icon" href="data:,"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body>${head}<main>${body}</main></body></html>`
}

export const missingPage = (message: string, call?: Call): string =>
  frame('Not found', `<h1>404</h1><p>${escapeHtml(message)}</p>`, call)
