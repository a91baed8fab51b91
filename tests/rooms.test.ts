import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

/** Rooms that a room may import besides itself. `types` = only `import type`. */
interface Rule {
  readonly may: readonly string[]
  readonly types?: readonly string[]
  readonly packages?: readonly RegExp[]
}

const rules: Readonly<Record<string, Rule>> = {
  schemas: { may: ['schemas/define'], packages: [] },
  'schemas/define': { may: [], types: ['schemas/labels'], packages: [/^zod(\/|$)/] },
  'src/model': { may: ['schemas/define', 'schemas/labels'], packages: [/^zod(\/|$)/] },
  'src/data': { may: ['src/model'], types: ['schemas', 'schemas/define'] },
  'schemas/labels': { may: [] },
  'src/ui': { may: ['schemas/labels', 'src/ui/locales'] },
  'src/ui/locales': { may: ['schemas/labels', 'src/ui'], packages: [] },
  'src/engine': { may: ['src/model', 'src/data', 'src/ui', 'schemas/define'] },
  'src/screens': {
    may: ['src/engine', 'src/model', 'src/data', 'src/ui', 'schemas', 'schemas/define'],
  },
  'src/app': {
    may: [
      'src/screens',
      'src/engine',
      'src/model',
      'src/data',
      'src/ui',
      'schemas',
      'schemas/define',
    ],
  },
  'src/push': { may: [], packages: [] },
  'src/server': {
    may: ['src/model', 'schemas', 'schemas/define', 'schemas/labels', 'src/ui/locales'],
  },
  'src/cli': { may: ['src/server', 'src/model', 'schemas', 'schemas/define'] },
}
const browserRooms = ['src/data', 'src/ui', 'src/engine', 'src/screens', 'src/app', 'src/push']
/** No Node: these rooms run in the browser, or in both. */
const withoutNode = [...browserRooms, 'src/ui/locales', 'src/model', 'schemas', 'schemas/define']

const root = path.resolve(import.meta.dirname, '..')
const aliases = (
  JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    imports: Record<string, string>
  }
).imports

interface Import {
  readonly from: string
  readonly to: string
  readonly typeOnly: boolean
  readonly dynamic: boolean
}

/** Every import of a source text: `import … from`, `export … from`, `import '…'`, `import('…')`. */
const importsOf = (from: string, source: string): Import[] => {
  const code = source.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
  const fixed = [
    ...code.matchAll(
      /(?:^|[;\n])\s*(import|export)\s+(type\s)?(?:[\w*{}\s,$]+?\sfrom\s*)?['"]([^'"\n]+)['"]/g,
    ),
  ].map(([, , type, to]) => ({ from, to: to!, typeOnly: type !== undefined, dynamic: false }))
  const lazy = [...code.matchAll(/\bimport\(\s*['"]([^'"\n]+)['"]\s*\)(\s*[.[]\s*['"A-Z])?/g)].map(
    ([, to, member]) => ({
      from,
      to: to!,
      typeOnly: member !== undefined && !/\bawait\b/.test(member),
      dynamic: true,
    }),
  )
  return [...fixed, ...lazy]
}

/** A specifier as a path in the repository, or undefined for a package. */
const placeOf = ({ from, to }: Import): string | undefined => {
  if (/^virtual:(?:model|layouts|hints)$/.test(to)) return 'src/model/virtual.d.ts'
  if (to.startsWith('.')) return path.posix.normalize(path.posix.join(path.posix.dirname(from), to))
  const alias = Object.entries(aliases).find(([key]) => to.startsWith(key.slice(0, -1)))
  return alias
    ? path.posix.normalize(alias[1].slice(0, -1) + to.slice(alias[0].length - 1))
    : undefined
}

const roomOf = (file: string): string | undefined =>
  /^(?:schemas\/(?:define|labels)|src\/ui\/locales)(?=\/)/.exec(file)?.[0] ??
  (file.startsWith('schemas/') ? 'schemas' : /^src\/[^/]+(?=\/)/.exec(file)?.[0])

/** Tests and their shared fixtures. */
const isTest = (file: string): boolean => /(\.test\.tsx?|[/.]fixture\.tsx?)$/.test(file)

const screenOf = (file: string): string | undefined => /^src\/screens\/([^/]+)\//.exec(file)?.[1]

/** Describes the violation of an import; undefined when it follows the rules. */
const violation = (one: Import): string | undefined => {
  const wrong = (why: string) => `${one.from} imports ${one.to}: ${why}`
  const room = roomOf(one.from)
  const rule = room ? rules[room] : undefined
  if (!room || !rule) return wrong('this room is not in the table')
  const ofTest = isTest(one.from)
  const place = placeOf(one)
  if (place === undefined) {
    if (ofTest) return undefined
    if (one.to.startsWith('node:') && withoutNode.includes(room)) {
      return wrong(`${room} runs in the browser and has no Node`)
    }
    if (/^firebase(\/|$)/.test(one.to) && !(room === 'src/data' && (one.dynamic || one.typeOnly))) {
      return wrong('firebase is imported by src/data alone, dynamically')
    }
    if (rule.packages && !rule.packages.some((allowed) => allowed.test(one.to))) {
      return wrong(`${room} imports no package but ${rule.packages.length ? 'zod' : 'our own'}`)
    }
    return undefined
  }
  if (place.startsWith('tests/') || isTest(place) || (ofTest && place.startsWith('schemas/'))) {
    return ofTest ? undefined : wrong('tests are imported by tests only')
  }
  const target = roomOf(place)
  if (!target) return wrong('this is not a room')
  const outside =
    target !== room && !rule.may.includes(target) && !(one.typeOnly && rule.types?.includes(target))
  if (outside) {
    return wrong(
      `${room} may import ${[...rule.may, ...(rule.types ?? []).map((t) => `types of ${t}`)].join(', ') || 'nothing of ours'}`,
    )
  }
  if (room === target && one.to.startsWith('#')) return wrong('inside a room, imports are relative')
  if (
    room !== target &&
    one.to.startsWith('.') &&
    !(room.startsWith('schemas') && target.startsWith('schemas'))
  ) {
    return wrong('across rooms, an import starts with #')
  }
  if (
    screenOf(place) &&
    screenOf(one.from) &&
    screenOf(place) !== screenOf(one.from) &&
    screenOf(place) !== 'shared'
  ) {
    return wrong('a screen imports no other screen; what two share lives in src/screens/shared')
  }
  const entity = /^schemas\/(?!index\.ts$)[^/]+\.ts$/.test(place)
  if (
    entity &&
    room === 'src/server' &&
    !/^src\/server\/(rules|demo)\//.test(one.from) &&
    !ofTest
  ) {
    return wrong('the server names no entity outside src/server/rules and demo')
  }
  return undefined
}

const files = ['src', 'schemas']
  .flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map(
      (name) => `${folder}/${name.split(path.sep).join('/')}`,
    ),
  )
  .filter((file) => /\.(ts|tsx|mjs)$/.test(file))
  .sort()

test('rooms import only the rooms that the table allows', () => {
  const found = files.flatMap((file) =>
    importsOf(file, readFileSync(path.join(root, file), 'utf8')),
  )
  expect(found.length).toBeGreaterThan(files.length)
  expect(found.map(violation).filter(Boolean)).toEqual([])
})

/** What the server can do; each uses the floors below and some of its neighbours. */
const features = [
  'accounts',
  'approvals',
  'audit',
  'demo',
  'exchange',
  'firebase',
  'mail',
  'metrics',
  'notifications',
  'operations',
  'organisation',
  'payments',
  'pdf',
  'portal',
  'reminders',
  'rules',
  'security',
  'timeline',
  'views',
  'worklists',
]

/** Files that lie directly in `src/server`: configuration, composition, start. */
const top = 'src/server'

/** Floors of the server, lowest first: a folder imports only its own floor and those below. */
const floors: readonly (readonly string[])[] = [
  ['base', 'texts'],
  ['kinds'],
  ['database'],
  ['secrets'],
  ['migrations'],
  ['permissions'],
  ['store'],
  ['health', 'web'],
  ['events', 'jobs', 'files'],
  features,
  ['http'],
  [top],
]

const serverFolderOf = (file: string): string | undefined => {
  const [, folder] = /^src\/server\/(?:([^/]+)\/)?/.exec(file) ?? []
  return file.startsWith(`${top}/`) ? (folder ?? top) : undefined
}

const floorOf = (folder: string): number => floors.findIndex((floor) => floor.includes(folder))

/** Describes invalid imports between folders of the server: `[from, to]` of each import. */
const wrongFolders = (imports: readonly (readonly [string, string])[]): string[] => {
  const pairs = new Set(imports.map(([from, to]) => `${from} ${to}`))
  return [...pairs].flatMap((pair) => {
    const [from = '', to = ''] = pair.split(' ')
    const upwards = floorOf(to) > floorOf(from)
    const both = from < to && pairs.has(`${to} ${from}`)
    return [
      ...(upwards ? [`${from} imports ${to}, which is above it`] : []),
      ...(both ? [`${from} and ${to} import each other`] : []),
    ]
  })
}

test('server folders import only from their own floor or below, and no two import each other', () => {
  const found = files
    .filter((file) => !isTest(file))
    .flatMap((file) => importsOf(file, readFileSync(path.join(root, file), 'utf8')))
    .flatMap((one): [string, string][] => {
      const place = placeOf(one) ?? ''
      // Not the imports that generated code will have.
      if (!files.includes(place)) return []
      const [from, to] = [serverFolderOf(one.from), serverFolderOf(place)]
      return from && to && from !== to ? [[from, to]] : []
    })
  expect(found.length).toBeGreaterThan(100)
  const folders = new Set(files.map(serverFolderOf).filter((folder) => folder !== undefined))
  expect([...folders].sort()).toEqual(floors.flat().sort())
  expect(wrongFolders(found)).toEqual([])
  expect(
    wrongFolders([
      ['mail', 'portal'],
      ['portal', 'mail'],
      ['store', 'http'],
      ['store', 'events'],
      ['http', top],
      [serverFolderOf('src/server/app.ts')!, 'http'],
    ]),
  ).toEqual([
    'mail and portal import each other',
    'store imports http, which is above it',
    'store imports events, which is above it',
    'http imports src/server, which is above it',
    'http and src/server import each other',
  ])
})

test('the documentation lists every room and every server floor', () => {
  const text = (file: string) => readFileSync(path.join(root, '.github', file), 'utf8')
  const listed = (from: string, to: string) => {
    const [, after = ''] = text('ARCHITECTURE.md').split(from)
    return [...(after.split(to)[0] ?? '').matchAll(/^\| `([^|]*)` \|/gm)].map(
      ([, name = '']) => name,
    )
  }
  expect(listed('## Rooms', '## ').sort()).toEqual(Object.keys(rules).sort())
  const ofServer = listed('### Floors of the server', '## ').map((row) => row.split('`, `'))
  expect(ofServer.map((floor) => floor.toSorted())).toEqual(
    floors.map((floor) => floor.toSorted()).toReversed(),
  )
  expect(text('decisions/0003-rooms.md')).toContain('Thirteen rooms')
  expect(Object.keys(rules)).toHaveLength(13)
})

test('the import scan finds every kind of import', () => {
  const source = `import a from './a.ts'\nimport type { B } from '#model/b.ts'\nimport {\n  c,\n} from "zod"\nimport './d.css'\nexport * from './e.ts'\nconst f = await import('firebase/app')\n// import x from 'no'\n`
  expect(
    importsOf('src/x/y.ts', source).map(
      ({ to, typeOnly, dynamic }) => `${to}${typeOnly ? ' type' : ''}${dynamic ? ' dynamic' : ''}`,
    ),
  ).toEqual(['./a.ts', '#model/b.ts type', 'zod', './d.css', './e.ts', 'firebase/app dynamic'])
})

test.each([
  ['src/ui/a.ts', '#engine/b.ts', 'may import schemas/labels'],
  ['src/ui/a.ts', '#schemas/hotel.ts', 'may import schemas/labels'],
  ['src/ui/a.ts', '#schemas/define/fields.ts', 'may import schemas/labels'],
  ['src/engine/a.ts', '#schemas/labels/pt.json', 'may import'],
  ['src/push/a.ts', '#engine/b.ts', 'nothing of ours'],
  ['src/engine/a.ts', '#schemas/hotel.ts', 'may import'],
  ['src/engine/a.ts', '#server/x.ts', 'may import'],
  ['src/engine/a.ts', '#engine/x.ts', 'relative'],
  ['src/engine/a.ts', '../data/x.ts', 'starts with #'],
  ['src/engine/a.ts', '#tests/toy.ts', 'by tests only'],
  ['src/server/a.ts', './fixture.ts', 'by tests only'],
  ['src/model/a.ts', 'node:fs', 'no Node'],
  ['src/model/a.ts', 'react', 'no package'],
  ['src/app/a.ts', 'firebase/app', 'src/data alone'],
  ['src/data/a.ts', 'firebase/app', 'dynamically'],
  ['src/data/a.ts', '#schemas/hotel.ts', 'types of schemas'],
  ['src/server/http/a.ts', '#schemas/hotel.ts', 'names no entity'],
  ['src/screens/chat/a.tsx', '../dashboard/b.tsx', 'no other screen'],
  ['src/other/a.ts', './b.ts', 'not in the table'],
])('%s must not import %s', (from, to, why) => {
  expect(violation({ from, to, typeOnly: false, dynamic: false })).toContain(why)
})
