import { CONTROL_STYLE } from './control.page.ts'
import { ordersScript } from './orders-1688.script.ts'

const STYLE = `${CONTROL_STYLE}
main{grid-template-columns:minmax(0,1fr) minmax(300px,380px)}td.acts{white-space:normal}td.acts button{margin:0 6px 6px 0}#orders td:first-child,#refunds td:first-child,#messages td:nth-child(n+2){white-space:nowrap}
td{word-break:break-word}@media(max-width:1000px){main{grid-template-columns:1fr}}`

/** 1688 orders from the side of the seller and the clock: every action uses /control/1688. */
export const ordersPage =
  (): string => `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>货桥模拟器 · 1688 订单</title><link rel="icon" href="data:,"><style>${STYLE}</style></head><body>
<header><h1>1688 订单</h1><a href="/control">返回控制台</a><span id="said" role="status"></span></header>
<main><div>
<section><h2>订单</h2><div class="row"><select id="q-status" aria-label="状态"><option value="">全部状态</option><option value="waitbuyerpay">待付款</option><option value="waitsellersend">待发货</option><option value="waitbuyerreceive">已发货</option><option value="confirm_goods">已收货</option><option value="success">交易成功</option><option value="cancel">已关闭</option></select><input id="q-out" placeholder="outOrderId"><span class="soft" id="q-total"></span></div>
<div class="scroll"><table><thead><tr><th>订单号</th><th>卖家与商品</th><th>金额</th><th>状态</th><th>操作</th></tr></thead><tbody id="orders"></tbody></table></div></section>
<section><h2>退款</h2><div class="scroll"><table><thead><tr><th>退款单</th><th>金额</th><th>状态</th><th>操作</th></tr></thead><tbody id="refunds"></tbody></table></div></section>
<section><h2>推送记录</h2><div class="scroll"><table><thead><tr><th>消息</th><th>结果</th><th>时间</th><th></th></tr></thead><tbody id="messages"></tbody></table></div></section>
</div><div>
<section><h2>付款账户</h2><form id="account" class="row"><span>余额 <b id="balance"></b></span><input id="a-yuan" type="number" min="0" step="0.01" placeholder="元" size="8" required><button>改为</button></form></section>
<section><h2>预览之后、下单之前</h2><form id="forced-failure" class="row"><input id="b-id" placeholder="货源 ID" size="14" required><select id="b-what" aria-label="发生什么"><option value="price">涨价 20%</option><option value="stock">售罄</option><option value="vanish">下架</option><option value="spec">少一个规格</option></select><button>埋下</button></form><p class="soft">已埋下：<span id="forced-failures"></span></p></section>
<section><h2>消息推送</h2><form id="push" class="row"><input id="p-url" placeholder="回调地址，空为取消" size="26"><button>设置</button></form><p class="soft" id="targets"></p></section>
</div></main><script>${ordersScript()}</script></body></html>`
