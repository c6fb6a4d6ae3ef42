/** The frame of the pages that a person opens: cashier and order. No scripts, so that a browser test needs none either. */
const STYLE = `
:root{--line:#eceef2;--soft:#7a8290;--accent:#ff5000}
*{box-sizing:border-box}body{margin:0;background:#f5f6f8;color:#1f2329;font:14px/1.6 system-ui,"PingFang SC","Microsoft YaHei","WenQuanYi Micro Hei",sans-serif}
header{background:#fff;border-bottom:2px solid var(--accent);padding:14px 0}header div,main{max-width:880px;margin:0 auto;padding:0 20px}
header b{font-size:18px;color:var(--accent)}header span{color:var(--soft);margin-left:10px}header a{float:right;color:var(--soft);line-height:28px}
section{background:#fff;border:1px solid var(--line);border-radius:10px;padding:18px 20px;margin-top:16px}
h2{font-size:15px;margin:0 0 10px}table{width:100%;border-collapse:collapse}td,th{padding:8px 6px;border-bottom:1px solid var(--line);text-align:left;vertical-align:top}
th{color:var(--soft);font-weight:500}.num{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}.soft{color:var(--soft);font-size:12px}
.sum{display:flex;justify-content:flex-end;align-items:baseline;gap:10px;padding-top:14px}.sum b{font-size:26px;color:var(--accent)}
.way{display:flex;gap:10px;flex-wrap:wrap}.way label{display:flex;gap:8px;align-items:center;border:1px solid var(--line);border-radius:8px;padding:10px 14px;cursor:pointer}
.way label:has(input:checked){border-color:var(--accent);background:#fff6f2}.bar{display:flex;justify-content:space-between;align-items:center;gap:16px;margin-top:16px}
button{font:inherit;font-size:16px;padding:10px 36px;color:#fff;background:var(--accent);border:0;border-radius:8px;cursor:pointer}button:disabled{background:#c9cdd4;cursor:not-allowed}
.note{padding:12px 16px;border-radius:8px;margin-top:16px}.bad{background:#fff1f0;color:#b42318}.good{background:#ecfdf3;color:#067647}
.head{display:flex;align-items:baseline;gap:12px}.head b{font-size:22px;color:var(--accent)}dl{display:grid;grid-template-columns:max-content 1fr max-content 1fr;gap:4px 14px;margin:12px 0 0}
dt{color:var(--soft)}dd{margin:0;word-break:break-all}.acts{display:flex;flex-wrap:wrap;gap:10px;align-items:center}.acts form{display:flex;gap:6px;align-items:center;margin:0}
.acts button{font-size:14px;padding:5px 14px}.acts button.plain{background:#fff;color:#1f2329;box-shadow:inset 0 0 0 1px #c9cdd4}
.acts input{font:inherit;width:110px;padding:4px 8px;border:1px solid #c9cdd4;border-radius:6px}main{padding-bottom:40px}
@media(max-width:600px){.bar{flex-direction:column;align-items:stretch}dl{grid-template-columns:max-content 1fr}}`

/** `link` is shown at the right of the heading: address and words. */
export const tradePage = (head: string, title: string, body: string, link?: readonly [string, string]): string =>
  `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><link rel="icon" href="data:,"><style>${STYLE}</style></head>` +
  `<body><header><div><b>${head}</b><span>模拟器，不会动用真钱</span>${link ? `<a href="${link[0]}">${link[1]}</a>` : ''}</div></header><main>${body}</main></body></html>`

export const ORDER_STATES: Readonly<Record<string, string>> = {
  waitbuyerpay: '待付款',
  waitsellersend: '已付款，等待卖家发货',
  waitbuyerreceive: '已发货',
  confirm_goods: '已收货',
  success: '交易成功',
  cancel: '交易已关闭',
}
