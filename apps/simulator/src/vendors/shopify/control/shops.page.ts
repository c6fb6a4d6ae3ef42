import { CONTROL_STYLE } from '../../../control/control.page.ts'
import { controlScript } from './shops.script.ts'

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`)

const STYLE = `
main.shops{grid-template-columns:minmax(300px,360px) minmax(0,1fr)}@media(max-width:900px){main.shops{grid-template-columns:1fr}}
td .acts{display:flex;gap:4px;flex-wrap:wrap}td .acts button{padding:1px 8px;font-size:12px}td.num{white-space:nowrap}
.tag{display:inline-block;padding:0 8px;border-radius:10px;background:#eef1f5;font-size:12px;margin:0 4px 2px 0;white-space:nowrap}.tag.bad{background:#fdecea;color:#b42318}.tag.warn{background:#fff4d6;color:#8a5a00}.tag.good{background:#e6f4ea;color:#1a7f37}
nav.tabs{display:flex;gap:8px;margin-bottom:10px}nav.tabs button.on{border-color:var(--accent);color:var(--accent)}
form.grid input:not([type=checkbox]),form.grid select{width:100%}`

const BUY = `<form id="buy" class="grid">
<label for="b-variant">规格</label><select id="b-variant"></select>
<label for="b-quantity">数量</label><input id="b-quantity" type="number" min="1" value="1">
<label for="b-payment">付款</label><select id="b-payment"><option value="paid">已付款</option><option value="pending">待付款（银行转账）</option><option value="authorized">已授权未扣款</option></select>
<label for="b-currency">货币</label><select id="b-currency"></select>
<label for="b-risk">风险</label><select id="b-risk"><option value="LOW">低</option><option value="MEDIUM">中</option><option value="HIGH">高</option></select>
<label for="b-note">备注</label><input id="b-note">
<span></span><span class="row"><label><input type="checkbox" id="b-split"> 分两个仓</label><label><input type="checkbox" id="b-test"> 测试单</label><label><input type="checkbox" id="b-noaddress"> 无地址</label></span>
<span></span><button class="main">下单</button></form>`

const DAY = `<form id="day" class="grid"><label for="d-count">订单数</label><input id="d-count" type="number" min="1" max="20000" value="100">
<label for="d-hours">前几小时内</label><input id="d-hours" type="number" min="0" value="0" title="0 为全部此刻下单"><span></span><button class="main">制造忙碌的一天</button></form>`

/** The control page of the simulated shops: shoppers buying, staff handling orders, and the log of webhook deliveries. */
export const controlPage = (shops: readonly { slug: string; name: string; currencies: string[] }[]): string =>
  `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>货桥模拟器 · 店铺订单</title><link rel="icon" href="data:,"><style>${CONTROL_STYLE}${STYLE}</style></head><body>
<header><h1>店铺订单</h1><a href="/control">控制台</a><select id="shop" aria-label="店铺">${shops
    .map(
      (shop) =>
        `<option value="${shop.slug}" data-currencies="${shop.currencies.join(' ')}">${escapeHtml(shop.name)}</option>`,
    )
    .join(
      '',
    )}</select><a id="storefront" target="_blank" rel="noreferrer">打开店铺</a><span id="said" role="status"></span></header>
<main class="shops"><div>
<section><h2>顾客下单</h2>${BUY}</section>
<section><h2>忙碌的一天</h2>${DAY}<p class="soft">含多行、外币、备注、待付款、高风险、取消、改单与退款的订单。</p></section>
<section><h2>应用</h2><div class="row"><button data-app="scopes">通知权限变化</button><button data-app="uninstall">卸载应用</button></div><table id="hooks"></table></section>
</div><section><nav class="tabs"><button data-tab="orders" class="on">订单</button><button data-tab="deliveries">推送记录</button></nav>
<div id="orders"><p class="soft" id="o-total"></p><div class="scroll"><table><thead><tr><th>订单</th><th>时间</th><th>状态</th><th>商品</th><th>金额</th><th>操作</th></tr></thead><tbody id="o-rows"></tbody></table></div></div>
<div id="deliveries" hidden><p class="soft" id="d-total"></p><div class="scroll"><table><thead><tr><th>时间</th><th>主题</th><th>结果</th><th>尝试</th><th>地址</th><th></th></tr></thead><tbody id="d-rows"></tbody></table></div></div>
</section></main><script>${controlScript()}</script></body></html>`
