/** Every call, permission, setting, command and button that a page names exists. */
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { compileModel } from '#model/compile.ts'
import { openApiDocument } from '#model/openapi.ts'
import { allKeys } from '#schemas/define/permissions.ts'
import { resources } from '#schemas/index.ts'
import { readConfig } from '#server/config.ts'
import { storeNames } from '#server/files/stores.ts'
import { codeSpans, pageNames, pageText, sourceOf } from '#tests/support/docPages.ts'

const root = path.resolve(import.meta.dirname, '../..')
const model = compileModel(resources)

/** `GET /api/hotels/{}/timeline`: a call without its query and the names of its parameters. */
const nameless = (call: string): string =>
  call.replace(/[?#].*$/, '').replace(/\{[^}]*\}|<[^>]*>/g, '{}')
const { paths } = openApiDocument(model, resources)
const calls = new Set([
  'GET /api/openapi.json',
  ...Object.entries(paths).flatMap(([address, methods]) =>
    Object.keys(methods).map((method) => nameless(`${method.toUpperCase()} ${address}`)),
  ),
])
const isCall = (call: string): boolean =>
  model.resources.some(({ collection, entity }) =>
    calls.has(nameless(call.replace(/[{<]collection[}>]/, collection).replace('<entity>', entity))),
  )

const keys = allKeys(model.resources.map((r) => ({ ...r, actions: r.actions ?? [] })))
/** `<entity>.reveal` is the permission of at least one entity. */
const isPermission = (key: string): boolean =>
  keys.some((one) => one === key || (key.startsWith('<entity>.') && one.endsWith(key.slice(8))))

const settings = (): ReadonlySet<string> => {
  const read = new Set<string>()
  readConfig(new Proxy({}, { get: (_, name) => void read.add(String(name)) }))
  return read
}

const { scripts } = JSON.parse(sourceOf('package.json')) as { scripts: Record<string, string> }
/** The program behind an npm script: `src/cli/files.ts`. */
const programOf = (script: string): string => {
  const [, cli] = /src\/cli\/run\.mjs (\w+)/.exec(scripts[script]!) ?? []
  return cli
    ? `src/cli/${cli}.ts`
    : (/(\S+\.(?:ts|mjs))/.exec(scripts[script]!)?.[1] ?? 'package.json')
}
/** Values of arguments: of `--to`, and of `--tier`. */
const values = [...storeNames, 'firestore', 'server', 'embedded']
const collections = new Set([...model.resources.map((r) => r.collection), ...values])
const programs = readdirSync(path.join(root, 'src/cli'), { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(ts|mjs)$/.test(file))
  .map((file) => sourceOf(`src/cli/${file}`))
const takes = (source: string, word: string): boolean =>
  new RegExp(`['"\`/ [|]${word}\\b|\\b${word}:`).test(source)

/** Texts of the interface in English, and labels of the schemas. */
const texts = new Set(
  readdirSync(path.join(root, 'src/ui/locales/en'))
    .filter((file) => file.endsWith('.json'))
    .map((file) => sourceOf(`src/ui/locales/en/${file}`))
    .concat(JSON.stringify(model))
    .flatMap((text) => [...text.matchAll(/: "((?:[^"\\]|\\.)*)"|:"((?:[^"\\]|\\.)*)"/g)])
    .map(([, spaced, dense]) => spaced ?? dense!),
)

/** Names on pages of Google. */
const elsewhere = /^Project settings|^Firebase Cloud Messaging/

describe.each(pageNames)('%s', (page) => {
  const text = pageText(page)
  const spans = codeSpans(text)
  const allIn = (pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, one]) => one!)

  test('names only calls that exist', () => {
    const named = allIn(/((?:GET|POST|PUT|PATCH|DELETE) \/api\/[^\s`]+)/g)
    expect(named.filter((call) => !isCall(call))).toEqual([])
  })

  test('names only permissions that exist', () => {
    const named = [
      ...spans.filter((code) => /^<entity>\.(?!<)/.test(code)),
      ...allIn(/permissions? (?:to \w+ )?`([\w<>.]+)`/g),
      ...allIn(/\bneeds?(?: the permission)? `([\w<>]+\.[\w.]+)`/g),
      ...allIn(/\(`([a-z]+\.[a-zA-Z]+)`\)/g).filter((key) => /\.(approve|override)$/.test(key)),
    ].filter((key) => !/<name>|<entity>\.<|<approval>/.test(key))
    expect(named.filter((key) => !isPermission(key))).toEqual([])
  })

  test('names only settings that the server reads', () => {
    const named = spans.filter((code) => /^[A-Z][A-Z0-9]+(_[A-Z0-9]+)+(=.*)?$/.test(code))
    const read = new Set([...settings(), 'POSTGRES_BIN'])
    expect(named.filter((code) => !read.has(code.split('=')[0]!))).toEqual([])
  })

  test('names only arguments that its commands take', () => {
    const unknown = allIn(/`npm run ([^`]+)`/g).flatMap((line) => {
      const [script = '', ...rest] = line.replace(/<[^>]*>/g, '').split(/\s+/)
      const source = sourceOf(programOf(script))
      return rest
        .flatMap((word) => word.split('|'))
        .filter((word) => /^(--)?[a-z][\w-]*$/.test(word) && !collections.has(word))
        .filter((word) => !takes(source, word.replace(/^--/, '')))
        .map((word) => `${script} ${word}`)
    })
    expect(unknown).toEqual([])
    const options = spans.filter((code) => /^--[a-z-]+$/.test(code)).map((code) => code.slice(2))
    expect(options.filter((word) => !programs.some((source) => takes(source, word)))).toEqual([])
  })

  test('names only buttons and pages that exist', () => {
    const places = allIn(/(Settings → [A-Z][A-Za-z-]+(?: [a-z]+)?)/g)
    const named = [...allIn(/(?<!\*)\*([A-Z][^*\n]+)\*(?!\*)/g), ...places]
      .filter((name) => !elsewhere.test(name))
      .flatMap((name) => name.split(' → '))
      .flatMap((name) => (page === 'import-export.md' ? name.split(': ') : [name]))
    const declared = (name: string): boolean => text.includes(`'${name}'`)
    const without = (name: string): string => name.replace(/ [a-z]+$/, '')
    expect(
      named.filter((name) => !texts.has(name) && !texts.has(without(name)) && !declared(name)),
    ).toEqual([])
  })
})

test('the pages name calls, permissions, settings and buttons', () => {
  const all = pageNames.map(pageText).join('\n')
  for (const pattern of [
    / \/api\//g,
    /<entity>\.[a-z]/g,
    /`[A-Z]+_[A-Z]+`/g,
    /\*[A-Z][a-z ]+\*/g,
  ]) {
    expect([...all.matchAll(pattern)].length).toBeGreaterThan(9)
  }
})
