/** The colours are the console's ink blue and state colours (theme). The shadow tree keeps the page's own fonts out. */
export const PANEL_STYLE = `
:host{all:initial;position:fixed;right:24px;bottom:24px;z-index:2147483646;font:13px/1.5 "PingFang SC","Microsoft YaHei","Noto Sans CJK SC","WenQuanYi Micro Hei",sans-serif}
.toasts{display:flex;flex-direction:column;gap:8px;margin-bottom:8px;max-height:60vh;overflow:auto}
.toast{width:340px;box-sizing:border-box;background:#fff;color:#1f2329;border:1px solid #dfe3ea;border-left:4px solid #2f6feb;border-radius:6px;padding:10px 12px;box-shadow:0 4px 16px rgba(0,0,0,.16)}
.toast.done{border-left-color:#1a7f4b}.toast.waiting{border-left-color:#b26a00}.toast.failed{border-left-color:#c4320a}
.toast p{margin:0 0 4px;overflow-wrap:anywhere}.next{color:#4b5563}.foot{display:flex;justify-content:flex-end;gap:8px}
.bar{display:flex;justify-content:flex-end;align-items:center;gap:8px}
.bar:empty{display:none}
.count{background:#fff;border:1px solid #dfe3ea;border-radius:6px;padding:6px 10px;color:#1f2329}
button{font:inherit;cursor:pointer;border-radius:6px;border:1px solid #c3cad5;background:#fff;color:#1f2329;padding:5px 12px}
button.main{background:#1d4ed8;border-color:#1d4ed8;color:#fff;padding:8px 16px}
button:disabled{cursor:progress;opacity:.7}
button:focus-visible{outline:2px solid #1d4ed8;outline-offset:2px}
`

/** A tick box is inside a card of the page, outside the shadow tree, so it is styled on the element itself. */
export const TICK_STYLE =
  'position:absolute;left:8px;top:8px;z-index:9;width:26px;height:26px;border-radius:6px;border:2px solid #1d4ed8;background:#fff;color:#1d4ed8;' +
  'font:700 16px/1 sans-serif;cursor:pointer;padding:0'
export const TICKED_STYLE = `${TICK_STYLE};background:#1d4ed8;color:#fff`
