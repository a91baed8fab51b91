import { chromium } from 'playwright-core'
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--headless','--no-sandbox','--disable-gpu','--disable-quic','--no-first-run','--disable-background-networking','--disable-component-update','--disable-sync'] })
const p = await b.newPage({ baseURL: 'http://127.0.0.1:4611', viewport: { width: 1440, height: 1000 } })
const t = (await (await fetch('http://127.0.0.1:4611/api/auth/sign-in/email', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ email: 'manager@example.com', password: 'demo-password' }) })).json()).token
await p.goto('/auth/404'); await p.evaluate((token) => localStorage.setItem('authTokens', JSON.stringify({ token, expiresAt: '2027-01-01T00:00:00Z' })), t)
await p.goto('/notification/new')
await p.getByRole('textbox', { name: 'Title' }).waitFor()
p.on('request', (r) => { if (r.url().includes('audience')) console.log(r.postData()) })
await p.getByLabel('Audience', { exact: true }).first().selectOption('Staff of vendors')
const values = async (s: string) => console.log(s, await p.getByRole('listitem').getByRole('combobox').evaluateAll((all) => all.map((e) => (e as HTMLInputElement).value)))
const name = async (row: number, title: string) => {
  await p.getByRole('button', { name: 'Add recipient' }).click()
  await values('added')
  await p.getByRole('listitem', { name: `Recipient ${row}` }).getByRole('combobox').fill(title)
  await p.getByRole('option', { name: title }).first().click()
  await p.waitForTimeout(700); await values('named')
}
await name(1, 'Borgo Antico'); await name(2, 'Verde Vivo')
await p.getByRole('button', { name: 'Remove recipient 2' }).click()
await p.waitForTimeout(700); await values('removed')
await b.close()
