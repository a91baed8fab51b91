/** The process of the listeners; `listeners.ts` starts and controls it. */
import http from 'node:http'
import { steadyMs, type Ask, type Report } from './listeners.ts'

const change = Buffer.from('event: change')
let frames = 0
let size = 0
let wanted: { readonly what: Buffer; readonly at: number[]; readonly seen: Set<number> } | undefined

const tell = (result: Report): void => void process.send?.(result)
const received = (n: number, chunk: Buffer): void => {
  const at = steadyMs()
  for (let i = chunk.indexOf(change); i >= 0; i = chunk.indexOf(change, i + change.length)) frames++
  if (!wanted || wanted.seen.has(n) || !chunk.includes(wanted.what)) return
  wanted.seen.add(n)
  wanted.at.push(at)
  if (wanted.at.length < size) return
  const arrived = wanted.at
  wanted = undefined
  tell({ arrived })
}
const agent = new http.Agent({ keepAlive: true, maxSockets: Infinity })
const connect = (url: string, token: string, n: number): Promise<void> =>
  new Promise((resolve, reject) => {
    http
      .get(
        `${url}/api/events`,
        { agent, headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' } },
        (response) => {
          if (response.statusCode !== 200) {
            return reject(new Error(`A stream returned ${response.statusCode}.`))
          }
          response.on('data', (chunk: Buffer) => {
            if (chunk.includes('event: ready')) resolve()
            received(n, chunk)
          })
        },
      )
      .on('error', reject)
  })

process.on('message', (question: Ask) => {
  if ('count' in question) return tell({ frames })
  if ('await' in question) {
    return void (wanted = { what: Buffer.from(question.await), at: [], seen: new Set() })
  }
  size = question.tokens.length
  void (async () => {
    // A few at a time, as in practice; all at once would overflow the socket's queue.
    for (let from = 0; from < size; from += 50) {
      await Promise.all(
        question.tokens
          .slice(from, from + 50)
          .map((token, i) => connect(question.url, token, from + i)),
      )
    }
    tell({ ready: true })
  })()
})
