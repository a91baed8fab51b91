// `npm run test:rules`: evaluates the generated Firestore rules where Java 21 and Google's
// Firestore emulator are installed. Neither comes with this repository, and `npm test` does not run
// it: without them it prints a message and exits with 2.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { homedir } from 'node:os'
import path from 'node:path'
import { cases, unique } from './cases.mjs'
import { at } from '../../../src/cli/lib/paths.mjs'

const stop = (why) => {
  console.error(`The rules were NOT evaluated: ${why}`)
  process.exit(2)
}

const java = process.env.JAVA_HOME ? path.join(process.env.JAVA_HOME, 'bin/java') : 'java'
const said = spawnSync(java, ['-version'], { encoding: 'utf8' })
const major = Number(/version "(\d+)/.exec(said.stderr ?? '')?.[1] ?? 0)
if (major < 21) {
  stop(
    `the Firestore emulator needs Java 21 or later, and ${major ? `this is Java ${major}` : 'there is none here'}. JAVA_HOME names another one.`,
  )
}
const cache = path.join(homedir(), '.cache/firebase/emulators')
const jar =
  process.env.FIRESTORE_EMULATOR_JAR ??
  (existsSync(cache)
    ? readdirSync(cache)
        .filter((f) => /^cloud-firestore-emulator.*\.jar$/.test(f))
        .sort()
        .map((f) => path.join(cache, f))
        .at(-1)
    : undefined)
if (!jar || !existsSync(jar)) {
  stop(
    `the emulator is not in ${cache}. \`npx firebase-tools setup:emulators:firestore\` downloads it, or FIRESTORE_EMULATOR_JAR names it.`,
  )
}

const port = await new Promise((resolve) => {
  const s = createServer().listen(0, '127.0.0.1', () => {
    const { port } = s.address()
    s.close(() => resolve(port))
  })
})
const emulator = spawn(
  java,
  [
    '-jar',
    jar,
    '--host',
    '127.0.0.1',
    '--port',
    String(port),
    '--rules',
    at('src/server/firebase/generated/firestore.rules'),
  ],
  { stdio: ['ignore', 'ignore', 'inherit'] },
)
process.on('exit', () => emulator.kill())
const base = 'projects/demo-rules/databases/(default)/documents'
const origin = `http://127.0.0.1:${port}`
for (
  let tries = 0;
  !(await fetch(origin).then(
    (r) => r.ok,
    () => false,
  ));
  tries++
) {
  if (tries > 300 || emulator.exitCode !== null) stop('the emulator does not start.')
  await new Promise((resolve) => setTimeout(resolve, 200))
}

const part = (value) => Buffer.from(JSON.stringify(value)).toString('base64url')
const tokenOf = ({ rights, ended }) =>
  `${part({ alg: 'none', typ: 'JWT' })}.${part({ sub: 'u1', user_id: 'u1', iss: 'https://securetoken.google.com/demo-rules', aud: 'demo-rules', iat: Math.floor(Date.now() / 1000), exp: Math.floor(Date.now() / 1000) + 3600, documents: { macros: rights }, person: 'p1', until: Date.now() + (ended ? -1 : 600_000) })}.`
const ask = (call, body, token, method = 'POST') =>
  fetch(`${origin}/v1/${base}${call}`, {
    method,
    headers: {
      'Content-Type': 'application/json',
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })

const reservation = unique(createHash('sha256').update('late').digest('hex'))
const place = (name) => (name === 'late' ? reservation : name)
const TIMES = /At$/
const value = (name, v) => {
  if (v === null) return { nullValue: null }
  if (typeof v === 'boolean') return { booleanValue: v }
  if (typeof v === 'number') return { integerValue: String(v) }
  if (Array.isArray(v)) return { arrayValue: { values: v.map((e) => value('', e)) } }
  return TIMES.test(name) ? { timestampValue: v } : { stringValue: v }
}
const writeOf = ([name, fields]) => {
  const document = `${base}/${place(name)}`
  if (fields === null) return { delete: document }
  const now = Object.keys(fields).filter((f) => fields[f] === 'now')
  return {
    update: {
      name: document,
      fields: Object.fromEntries(
        Object.entries(fields)
          .filter(([f]) => !now.includes(f))
          .map(([f, v]) => [f, value(f, v)]),
      ),
    },
    updateTransforms: now.map((fieldPath) => ({ fieldPath, setToServerValue: 'REQUEST_TIME' })),
  }
}

const request = ({ writes, get, list }, token) => {
  if (writes) return ask(':commit', { writes: Object.entries(writes).map(writeOf) }, token)
  if (get) return ask(`/${get}`, undefined, token, 'GET')
  const from = [{ collectionId: 'macros' }]
  return ask(':runQuery', { structuredQuery: { from, ...(list ? { limit: list } : {}) } }, token)
}

let failed = 0
for (const one of cases) {
  await fetch(`${origin}/emulator/v1/projects/demo-rules/databases/(default)/documents`, {
    method: 'DELETE',
  })
  if (one.seed) {
    const seeded = await ask(':commit', { writes: Object.entries(one.seed).map(writeOf) }, 'owner')
    if (!seeded.ok) {
      stop(`the emulator refuses what is there before “${one.name}”: ${await seeded.text()}`)
    }
  }
  const token = one.rights ? tokenOf(one) : undefined
  const response = await request(one, token)
  const text = await response.text()
  const right = one.allowed ? response.ok : response.status === 403
  if (!right) failed++
  console.log(
    `${right ? '✓' : '✗'} ${one.name}: ${one.allowed ? 'allowed' : 'refused'}${right ? '' : `, but ${response.status} ${text.slice(0, 300)}`}`,
  )
}
console.log(`${cases.length - failed} passed, ${failed} failed`)
process.exit(failed ? 1 : 0)
