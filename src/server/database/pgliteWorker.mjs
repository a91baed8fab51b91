// Runs PGlite off the main thread. Plain JavaScript, because it is started as a file, bundled or not.
// In:  { id, bytes }  PostgreSQL wire messages to run        { close: true }
// Out: { ready } | { failed }                                 once, after start
//      { id, bytes }  a piece of the answer  { id, done } | { id, failed }     { closed }
import { parentPort, workerData } from 'node:worker_threads'
import { readFile } from 'node:fs/promises'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'

/** Large answers travel in pieces of about this size, so that the main thread can breathe between two. */
const PIECE_BYTES = 64 * 1024

const reason = (error) => (error instanceof Error ? error.message || error.name : String(error))

let database
try {
  const template = workerData.template ? new Blob([await readFile(workerData.template)]) : undefined
  database = await PGlite.create({
    dataDir: workerData.dataDir,
    loadDataDir: template,
    extensions: { pg_trgm },
  })
  parentPort.postMessage({ ready: true })
} catch (error) {
  parentPort.postMessage({ failed: reason(error) })
}

async function run({ id, bytes }) {
  let parts = []
  let size = 0
  const send = () => {
    if (size === 0) return
    const piece = new Uint8Array(size)
    let at = 0
    for (const part of parts) {
      piece.set(part, at)
      at += part.length
    }
    parts = []
    size = 0
    parentPort.postMessage({ id, bytes: piece }, [piece.buffer])
  }
  try {
    await database.execProtocolRawStream(bytes, {
      onRawData: (part) => {
        parts.push(part.slice()) // the view is of WASM memory and will be overwritten
        size += part.length
        if (size >= PIECE_BYTES) send()
      },
    })
    send()
    parentPort.postMessage({ id, done: true })
  } catch (error) {
    parentPort.postMessage({ id, failed: reason(error) })
  }
}

async function close() {
  try {
    await database.close()
  } finally {
    parentPort.postMessage({ closed: true })
  }
}

let last = Promise.resolve()
if (database) {
  parentPort.on('message', (message) => {
    last = last.then(() =>
      'dump' in message ? dump(message) : message.close ? close() : run(message),
    )
  })
}

async function dump({ id }) {
  const file = await database.dumpDataDir('none')
  const bytes = new Uint8Array(await file.arrayBuffer())
  parentPort.postMessage({ id, bytes }, [bytes.buffer])
  parentPort.postMessage({ id, done: true })
}
