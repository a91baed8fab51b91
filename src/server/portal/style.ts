/** CSS of the customer's page; follows the device's colour scheme. */
export const STYLE = `:root{color-scheme:light dark;--bg:#f5f7fb;--surface:#fff;--text:#0f172a;--muted:#475569;--line:#d9e0ec;--brand:#0f2051;--on:#fff;--soft:#e6ecfb;--good:#12633a;--goodbg:#e3f5ea;--bad:#9f1d1d;--badbg:#fde8e8}
@media(prefers-color-scheme:dark){:root{--bg:#0f172a;--surface:#1e293b;--text:#e2e8f0;--muted:#a8b5c8;--line:#334155;--brand:#c7d5ff;--on:#0f172a;--soft:#27395f;--good:#8be0ae;--goodbg:#153526;--bad:#ffb4b4;--badbg:#441c1c}}
*{box-sizing:border-box}body{margin:0;background:var(--bg);color:var(--text);font:16px/24px system-ui,sans-serif}
main{max-width:720px;margin:0 auto;padding:24px 16px 48px;display:grid;gap:16px}
header{display:grid;gap:6px;justify-items:start}header p{margin:0}h1{margin:0;font-size:22px;line-height:30px;overflow-wrap:anywhere}h2{margin:0 0 12px;font-size:16px;line-height:24px}
.quiet,time{color:var(--muted);font-size:14px}.state{padding:1px 10px;border-radius:99px;background:var(--soft);font-size:13px;line-height:22px}
.state[data-state=solved],.state[data-state=closed],.good{background:var(--goodbg);color:var(--good)}.good,.bad{margin:0;padding:10px 14px;border-radius:8px}.bad{background:var(--badbg);color:var(--bad)}
.thread{list-style:none;margin:0;padding:0;display:grid;gap:14px}.thread>li{display:grid;gap:4px;justify-items:start}.thread>.own{justify-items:end}.who{font-size:14px;font-weight:600}.who time{font-weight:400;margin-inline-start:6px}
.bubble{max-width:min(88%,560px);padding:10px 14px;border:1px solid var(--line);border-radius:12px;background:var(--surface)}.own .bubble{background:var(--soft);border-color:transparent}.bubble p{margin:0;white-space:pre-wrap;overflow-wrap:anywhere}
.files{list-style:none;margin:8px 0 0;padding:0;display:flex;flex-wrap:wrap;gap:8px}.seen{width:1px;height:1px}.files img{display:block;max-width:220px;max-height:160px;border-radius:8px}.file{display:inline-block;padding:6px 10px;border:1px solid var(--line);border-radius:8px;color:inherit;overflow-wrap:anywhere}
.card{padding:16px;border:1px solid var(--line);border-radius:12px;background:var(--surface)}form{display:grid;gap:8px}label{font-size:14px;font-weight:600}
textarea,input[type=file]{width:100%;font:inherit;color:inherit;background:var(--bg);border:1px solid #8391a7;border-radius:8px;padding:8px 10px}
button{min-height:44px;border-radius:8px;border:1px solid #8391a7;background:none;color:inherit;font:inherit;cursor:pointer}.send{justify-self:end;padding-inline:24px;background:var(--brand);border-color:var(--brand);color:var(--on);font-weight:600}
.stars{display:flex;flex-wrap:wrap;gap:8px}.stars button{min-width:48px}.stars [aria-pressed]{background:var(--brand);border-color:var(--brand);color:var(--on)}
.pay{max-width:480px}.pay .card{display:grid;gap:4px}.pay .card p,.pay .card h2{margin:0}.sum{font-size:36px;line-height:44px;font-weight:600;font-variant-numeric:tabular-nums}.pay .send{justify-self:stretch;margin-top:12px;width:100%}.lines{font-size:15px;overflow-wrap:anywhere}.pay .quiet{margin:0}
:focus-visible{outline:3px solid #6b8cff;outline-offset:2px}`
