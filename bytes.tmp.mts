import { launchBrowser } from './tests/support/browser.ts'
import { codeBytes, openList, settled, signedIn } from './tests/bench/web/visits.ts'
const b = await launchBrowser()
const v = await signedIn(b, { url: 'http://127.0.0.1:4240' } as never, 'admin')
await openList(v.page, '/hotels')
console.log('first', codeBytes(v.sent)); const n = v.sent.length
for (const s of v.sent) if (/js|css/.test(s.path)) console.log(s.path, s.bytes)
await v.page.goto('/macros/new'); await v.page.locator('form input').first().waitFor()
console.log('form', codeBytes(v.sent)); const m = v.sent.length
await settled(v)
console.log('settled', codeBytes(v.sent))
for (const s of v.sent.slice(n)) if (/js|css/.test(s.path)) console.log(v.sent.indexOf(s) >= m ? 'LATE' : '', s.path, s.bytes)
await b.close()
