/** Many people who listen to live events, each with a session and a connection of their own. */
import http from 'node:http'
import { randomBytes } from 'node:crypto'
import { openDatabase } from '#server/database/pool.ts'

const log = { info: () => {}, warn: () => {}, error: console.error }

/** Sessions of the given people in turn, put into the database: signing in a thousand times would measure the hashing of passwords. */
export const makeSessions = async (databaseUrl: string, emails: readonly string[], count: number): Promise<string[]> => {
  const db = await openDatabase({ dataDir: 'memory://', databaseUrl, log, maxConnections: 1 })
  try {
    const tokens = Array.from({ length: count }, () => randomBytes(24).toString('hex'))
    const { rowCount } = await db.query(
      `insert into "session" (id, token, "expiresAt", "userId") select t.token, t.token, now() + interval '12 hours', u.id from unnest($1::text[]) with ordinality t(token, n) join "user" u on u.email = ($2::text[])[1 + t.n % array_length($2::text[], 1)]`, [tokens, emails])
    if (rowCount !== count) throw new Error(`Only ${rowCount} of ${count} sessions could be made.`)
    return tokens
  } finally {
    await db.close()
  }
}

export interface Listeners {
  readonly size: number
  /** Times at which each connection got a piece of text that contains `what`; resolves once all did. */
  arrivals(what: string): Promise<number[]>
  /** Frames of changes that arrived so far, at all of them. */
  frames(): number
  close(): void
}

/** Opens a connection per token and waits until each is ready. */
export const connectAll = async (url: string, tokens: readonly string[]): Promise<Listeners> => {
  const agent = new http.Agent({ keepAlive: true, maxSockets: Infinity })
  const requests: http.ClientRequest[] = []
  let frames = 0
  let wanted: { what: Buffer; got: number[]; seen: Uint8Array; done: () => void } | undefined
  const change = Buffer.from('event: change')
  const heard = (n: number, chunk: Buffer): void => {
    for (let at = chunk.indexOf(change); at >= 0; at = chunk.indexOf(change, at + change.length)) frames++
    if (!wanted || wanted.seen[n] || !chunk.includes(wanted.what)) return
    wanted.seen[n] = 1
    wanted.got.push(performance.now())
    if (wanted.got.length === tokens.length) wanted.done()
  }
  const connect = (token: string, n: number): Promise<void> => new Promise((resolve, reject) => {
    const request = http.get(`${url}/api/events`, { agent, headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' } }, (response) => {
      if (response.statusCode !== 200) return reject(new Error(`A stream was answered ${response.statusCode}.`))
      response.on('data', (chunk: Buffer) => {
        if (chunk.includes('event: ready')) resolve()
        heard(n, chunk)
      })
      response.on('error', () => undefined)
    })
    request.on('error', reject)
    requests.push(request)
  })
  // A few at a time, as people come; all at once would overflow the queue of the socket.
  for (let from = 0; from < tokens.length; from += 50) await Promise.all(tokens.slice(from, from + 50).map((token, i) => connect(token, from + i)))
  return {
    size: tokens.length,
    arrivals: (what) => new Promise((resolve, reject) => {
      const late = setTimeout(() => { reject(new Error(`Only ${wanted?.got.length} of ${tokens.length} heard of a change within 30 s.`)) }, 30_000)
      const mine = { what: Buffer.from(what), got: [] as number[], seen: new Uint8Array(tokens.length), done: () => { clearTimeout(late); wanted = undefined; resolve(mine.got) } }
      wanted = mine
    }),
    frames: () => frames,
    close() {
      for (const request of requests) request.destroy()
      agent.destroy()
    },
  }
}
