import { moneyIn } from '#model/message.ts'
import type { TestSession } from './testGateway.ts'

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const text = (value: string): string => value.replace(/[&<>"']/g, (c) => escapes[c]!)

const STYLE = `:root{color-scheme:light dark}body{margin:0;min-height:100vh;display:grid;place-items:center;font:16px/24px system-ui,sans-serif;background:#f5f7fb;color:#0f172a}
main{width:min(360px,calc(100vw - 32px));padding:24px;box-sizing:border-box;border-radius:12px;background:#fff;border:1px solid #d9e0ec}
h1{margin:0;font-size:20px;line-height:28px}.note{margin:4px 0 20px;color:#475569;font-size:14px}.sum{margin:0;font-size:32px;line-height:40px;font-weight:600}
.what{margin:0 0 24px}form{display:grid;gap:8px}button{min-height:44px;border-radius:8px;border:1px solid #94a3b8;background:none;color:inherit;font:inherit;cursor:pointer}
select{min-height:44px;margin-bottom:8px;padding:0 8px;border-radius:8px;border:1px solid #94a3b8;background:none;color:inherit;font:inherit}label{font-size:14px}
:is(button,select):focus-visible{outline:3px solid #6b8cff;outline-offset:2px}.pay{background:#0f2051;border-color:#0f2051;color:#fff}
@media(prefers-color-scheme:dark){body{background:#0f172a;color:#e2e8f0}main{background:#1e293b;border-color:#334155}.note{color:#a8b5c8}.pay{background:#c7d5ff;border-color:#c7d5ff;color:#0f172a}}`

/** The choice of a card to keep. */
const KEEP = `<label for="card">For the next invoices</label><select id="card" name="card"><option value="">Do not keep the card</option><option value="4242">Keep a card that is accepted</option><option value="0341">Keep a card that is declined</option></select>`

/** Returns the payment page of the test gateway: three buttons, no script. */
export const testPage = ({ title, amount, keepCard }: TestSession, nonce: string): string => {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>Test payment</title><style nonce="${nonce}">${STYLE}</style></head>
<body><main><h1>Test payment</h1><p class="note">No money moves: this installation has no payment provider.</p><p class="sum">${text(moneyIn(amount))}</p><p class="what">${text(title)}</p>
<form method="post">${keepCard ? KEEP : ''}<button class="pay" name="outcome" value="pay">Pay</button><button name="outcome" value="decline">Decline</button><button name="outcome" value="cancel">Cancel</button></form></main></body></html>`
}
