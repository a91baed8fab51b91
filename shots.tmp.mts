import { launchBrowser, visit, signIn } from '/tmp/h/lead/tests/support/browser.ts'
const product = { url: 'http://127.0.0.1:4200' } as never
const [,, who='admin', mode='light', width='1440', ...paths] = process.argv
const b = await launchBrowser()
const v = await visit(b, product, { width: +width, dark: mode==='dark' })
await signIn(v.page, who)
const list = await (await fetch('http://127.0.0.1:4200/api/hotels?limit=1&sort=name', { headers: { authorization: 'Bearer ' + JSON.parse(await v.page.evaluate(() => localStorage.authTokens)).token } })).json()
const hid = list.data?.[0]?.id
for (const p of paths) {
  const path = p.replace('HID', hid)
  await v.page.goto(path); await v.page.waitForLoadState('networkidle').catch(()=>{}); await v.page.waitForTimeout(700)
  const f = `/tmp/me/${who}-${mode}-${width}-${p.replace(/\W+/g,'_')}.png`
  await v.page.screenshot({ path: f }); console.log(f, await v.page.title())
}
console.log('errors', v.errors, v.violations)
await b.close()
