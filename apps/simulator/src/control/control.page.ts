import { controlScript } from './control.script.ts'
import type { Scenario } from './scenarios.ts'

export type ControlPageFacts = { origin: string; seed: string; scenarios: readonly Scenario[]; credentials: unknown }

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`)

/** Credentials as a nested list; addresses become links, so that storefronts can be opened with a click. */
function credentialRows(value: unknown): string {
  if (typeof value !== 'object' || value === null) return valueHtml(String(value))
  return `<dl>${Object.entries(value)
    .map(([name, inner]) => `<dt>${escapeHtml(name)}</dt><dd>${credentialRows(inner)}</dd>`)
    .join('')}</dl>`
}

const valueHtml = (text: string): string =>
  /^https?:\/\//.test(text)
    ? `<a href="${escapeHtml(text)}" target="_blank" rel="noreferrer">${escapeHtml(text)}</a>`
    : `<code>${escapeHtml(text)}</code>`

export const CONTROL_STYLE = `
:root{color-scheme:light;--line:#e6e8ec;--soft:#6b7280;--accent:#1668dc}
*{box-sizing:border-box}body{margin:0;font:14px/1.55 system-ui,"PingFang SC","Microsoft YaHei","WenQuanYi Micro Hei",sans-serif;color:#1f2329;background:#f5f6f8}
header{display:flex;gap:20px;align-items:baseline;flex-wrap:wrap;padding:14px 24px;background:#fff;border-bottom:1px solid var(--line)}
h1{font-size:18px;margin:0}h2{font-size:15px;margin:0 0 10px}
main{display:grid;grid-template-columns:minmax(320px,400px) minmax(0,1fr);gap:16px;padding:16px 24px;align-items:start}
@media(max-width:900px){main{grid-template-columns:1fr}}
section{background:#fff;border:1px solid var(--line);border-radius:8px;padding:14px 16px;margin-bottom:16px}
button{font:inherit;padding:3px 12px;border:1px solid #c9cdd4;border-radius:6px;background:#fff;cursor:pointer}
button:hover{border-color:var(--accent);color:var(--accent)}button.main{background:var(--accent);border-color:var(--accent);color:#fff}
input,select{font:inherit;padding:3px 8px;border:1px solid #c9cdd4;border-radius:6px;min-width:0}
.row{display:flex;gap:8px;flex-wrap:wrap;margin:6px 0;align-items:center}.soft{color:var(--soft);font-size:12px}
form.grid{display:grid;grid-template-columns:88px 1fr;gap:6px 8px;align-items:center}
table{border-collapse:collapse;width:100%;font-size:13px}th,td{text-align:left;padding:5px 8px;border-bottom:1px solid var(--line);vertical-align:top}
th{color:var(--soft);font-weight:500;position:sticky;top:0;background:#fff}td pre{margin:6px 0;white-space:pre-wrap;word-break:break-all;font-size:12px;background:#f7f8fa;padding:8px;border-radius:6px}
.scroll{max-height:75vh;overflow:auto}tr.entry{cursor:pointer}
.done{color:#1a7f37}.refused{color:#b42318}.throttled{color:#9a6700}.dropped{color:#8250df}
dl{display:grid;grid-template-columns:max-content 1fr;gap:2px 10px;margin:0}dt{color:var(--soft)}dd{margin:0;min-width:0;word-break:break-all}
#said{color:var(--accent)}`

const FAULT_FORM = `<form id="fault" class="grid">
<label for="f-vendor">平台</label><select id="f-vendor"><option value="1688">1688</option><option value="shopify">Shopify</option></select>
<label for="f-call">调用</label><input id="f-call" value="*" placeholder="* 或调用名，如 product.search.keywordQuery / productSet">
<label for="f-account">账号</label><input id="f-account" placeholder="AppKey 或店铺域名，空为全部">
<label for="f-kind">故障</label><select id="f-kind"><option value="drop-after">做完事再断线</option><option value="drop-then">断线后才做事</option><option value="fail-after">做完事却报错</option><option value="drop-before">做事前断线</option><option value="throttle">限流</option><option value="refuse">拒绝</option><option value="slow">变慢</option><option value="expire-token">令牌失效</option></select>
<label for="f-code">拒绝码</label><input id="f-code" placeholder="拒绝时必填，如 gw.APIACLDecline">
<label for="f-ms">毫秒</label><input id="f-ms" type="number" value="3000">
<label for="f-times">次数</label><input id="f-times" type="number" value="1" title="0 为直到删除">
<label for="f-every">每几次一次</label><input id="f-every" type="number" value="1">
<span></span><button class="main">添加故障</button></form>`

const LEDGER_FILTER = `<div class="row"><select id="l-vendor" aria-label="平台"><option value="">全部平台</option><option value="1688">1688</option><option value="shopify">Shopify</option></select>
<select id="l-outcome" aria-label="结果"><option value="">全部结果</option><option value="done">done 完成</option><option value="refused">refused 拒绝</option><option value="throttled">throttled 限流</option><option value="dropped">dropped 断线</option></select>
<input id="l-call" placeholder="调用名"><input id="l-account" placeholder="账号"><label><input type="checkbox" id="l-auto" checked> 自动刷新</label>
<button id="l-clear">清空</button><span class="soft" id="l-total"></span></div>`

/** The page on which a person controls the simulator. Plain HTML; every action uses the JSON API. */
export function controlPage(facts: ControlPageFacts): string {
  const scenarioButtons = facts.scenarios
    .map(
      (scenario) =>
        `<button data-scenario="${escapeHtml(scenario.name)}" title="${escapeHtml(scenario.help)}">${escapeHtml(scenario.title)}</button>`,
    )
    .join('')
  return `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>货桥模拟器 · 控制台</title><link rel="icon" href="data:,"><style>${CONTROL_STYLE}</style></head><body>
<header><h1>货桥模拟器</h1><span>模拟时间 <b id="now">…</b> <span class="soft" id="offset"></span></span><span class="soft">种子 ${escapeHtml(facts.seed)} · ${escapeHtml(facts.origin)}</span><a href="/control/1688">1688 订单</a><a href="/control/shopify/">店铺订单</a><span id="said" role="status"></span></header>
<main><div>
<section><h2>时钟</h2><div class="row"><button data-advance="600000">+10 分钟</button><button data-advance="3600000">+1 小时</button><button data-advance="39600000">+11 小时</button><button data-advance="86400000">+1 天</button><button data-advance="604800000">+7 天</button><button id="realign">回到现在</button></div></section>
<section><h2>场景</h2><div class="row">${scenarioButtons}</div><div class="row"><button id="reset">全部重置</button><span class="soft">重置：市场、令牌、店铺、故障、开关、流水</span></div></section>
<section><h2>故障</h2>${FAULT_FORM}<table id="faults"></table></section>
<section><h2>单个货源</h2><form id="offer" class="row"><input id="o-id" placeholder="货源 ID" size="15" required><select id="o-what" aria-label="改什么"><option value="down">下架</option><option value="up">上架</option><option value="dearer">涨价 20%</option><option value="cheaper">降价 10%</option><option value="empty">库存归零</option><option value="sku">新增规格</option></select><button>改动</button></form></section>
<section><h2>开关（文档未定之处）</h2><table id="quirks"></table></section>
<section><h2>凭据与链接</h2>${credentialRows(facts.credentials)}</section>
</div><section><h2>调用流水</h2>${LEDGER_FILTER}<div class="scroll"><table><thead><tr><th>#</th><th>时间</th><th>平台</th><th>账号</th><th>调用</th><th>结果</th><th>毫秒</th></tr></thead><tbody id="ledger"></tbody></table></div></section>
</main><script>${controlScript()}</script></body></html>`
}
