import { once } from 'node:events'
import net from 'node:net'
import { expect, test } from 'vitest'
import { smtpMailer } from './mailer.ts'

/** A mail server that keeps what it is sent, line by line. */
const postOffice = async () => {
  const lines: string[] = []
  const server = net.createServer((socket) => {
    socket.write('220 here\r\n')
    let inMail = false
    let rest = ''
    socket.on('error', () => undefined)
    socket.on('data', (data) => {
      const given = (rest + String(data)).split('\r\n')
      rest = given.pop() ?? ''
      for (const line of given) {
        lines.push(line)
        if (inMail && line !== '.') continue
        inMail = line === 'DATA'
        socket.write(inMail ? '354 send it\r\n' : '250 well\r\n')
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { lines, server, port: (server.address() as net.AddressInfo).port }
}

test('sends an e-mail with its attachment unchanged to one recipient', async () => {
  const { lines, server, port } = await postOffice()
  const log = { info: () => {}, error: () => {} }
  const mailer = smtpMailer(`smtp://127.0.0.1:${port}?ignoreTLS=true&from=office@example.com`, log)
  const bytes = Uint8Array.from({ length: 700 }, (_, i) => i % 256)
  await mailer.deliver({
    to: 'ana@example.com',
    subject: 'Fatura INV-1 · Olá',
    text: 'Segue em anexo.',
    html: '<p>Segue em anexo.</p>',
    messageId: '<job@example.com>',
    attachments: [{ fileName: 'INV-1.pdf', type: 'application/pdf', bytes }],
  })
  await mailer.close()
  await new Promise((resolve) => server.close(resolve))
  expect(lines.filter((line) => line.startsWith('RCPT TO:'))).toEqual(['RCPT TO:<ana@example.com>'])
  expect(lines).toContain('Message-ID: <job@example.com>')
  const head = lines.findIndex((line) => line.startsWith('Content-Type: application/pdf'))
  expect(lines.slice(head, head + 4).join(' ')).toContain('filename=INV-1.pdf')
  const from = lines.indexOf('', head)
  const sent = lines.slice(
    from + 1,
    lines.findIndex((line, i) => i > from && line.startsWith('--')),
  )
  expect(Buffer.from(sent.join(''), 'base64').equals(Buffer.from(bytes))).toBe(true)
})

test('prevents recipient and header injection, and marks only automatic mail as auto-generated', async () => {
  const { lines, server, port } = await postOffice()
  const log = { info: () => {}, error: () => {} }
  const mailer = smtpMailer(`smtp://127.0.0.1:${port}?ignoreTLS=true&from=office@example.com`, log)
  const mail = { subject: 'One\r\nBcc: eve@example.com', text: 'x', html: '<p>x</p>' }
  await mailer.deliver({ ...mail, to: 'ana@example.com', automatic: true })
  await mailer.deliver({ ...mail, to: 'ana@example.com' })
  await mailer.deliver({ ...mail, to: 'ana@example.com, eve@example.com' }).catch(() => undefined)
  await mailer.close()
  await new Promise((resolve) => server.close(resolve))
  const recipients = lines.filter((line) => line.startsWith('RCPT TO:'))
  expect(recipients.slice(0, 2)).toEqual(['RCPT TO:<ana@example.com>', 'RCPT TO:<ana@example.com>'])
  expect(recipients).not.toContain('RCPT TO:<eve@example.com>')
  expect(lines.filter((line) => /^bcc:/i.test(line))).toEqual([])
  expect(lines.filter((line) => line === 'Auto-Submitted: auto-generated')).toHaveLength(1)
})
