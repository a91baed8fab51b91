import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync, Visitor, type ESTree } from 'rolldown/utils'

const root = path.resolve(import.meta.dirname, '../..')

/** Calls whose texts are messages for people. */
const CALLS = new Set(
  [
    'forbidden conflict notFound unknown refused wrong fail refuse refine check broken malformed',
    'missing invalid problem tooLarge wrongLogo refuseFile badQuery common addIssue',
    // Checks of Zod, which take their message.
    'regex min max string email uuid guid enum literal date int number array union',
  ].flatMap((names) => names.split(' ')),
)
/** Errors that people see, by their class. */
const ERRORS = /Problem|JobFailed|Refused|Refusal|Stale|NotPossible/
const MEMBERS = new Set(['message', 'detail', 'error', 'wrong'])
/** Constants that hold a message before it is raised. */
const CONSTANTS = new Set(['message', 'detail', 'why', 'wrong', 'sentence'])
/** Tables of messages. */
const TABLES = new Set(['TYPES', 'FORMATS'])
/** A text that a function returns and that is a sentence. */
const SENTENCE = /^\p{Lu}\p{Ll}*(?: \p{L}.*| )/u

type End = ESTree.StringLiteral | ESTree.TemplateLiteral

/** The texts an expression can be. */
const endsOf = (node: ESTree.Node | null | undefined): End[] => {
  switch (node?.type) {
    case 'Literal':
      return typeof node.value === 'string' ? [node as ESTree.StringLiteral] : []
    case 'TemplateLiteral':
      return [node]
    case 'ConditionalExpression':
      return [...endsOf(node.consequent), ...endsOf(node.alternate)]
    case 'LogicalExpression':
      return [...endsOf(node.left), ...endsOf(node.right)]
    default:
      return []
  }
}

/** A text, with `…` for each value that is put into it. */
const textOf = (end: End): string =>
  end.type === 'TemplateLiteral'
    ? end.quasis.map((part) => part.value.cooked ?? '').join('…')
    : end.value

const isWhole = (end: End): boolean => end.type !== 'TemplateLiteral' || !end.expressions.length

const named = (node: ESTree.Node): string => {
  if (node.type === 'Identifier') return node.name
  return node.type === 'MemberExpression' && node.property.type === 'Identifier'
    ? node.property.name
    : ''
}

interface Found {
  /** Messages without values, and the templates given to `say`. */
  readonly messages: readonly string[]
  /** Templates given to `say` that have values. */
  readonly said: readonly string[]
  /** Messages that are put together instead, with `…` for each value. */
  readonly composed: readonly string[]
}

/** Messages for people in a source. */
export const messagesIn = (file: string, source: string): Found => {
  const [raised, said, held, returned]: [End[], End[], End[], End[]] = [[], [], [], []]
  new Visitor({
    NewExpression(node) {
      if (ERRORS.test(named(node.callee))) raised.push(...node.arguments.flatMap(endsOf))
    },
    CallExpression(node) {
      if (CALLS.has(named(node.callee))) raised.push(...node.arguments.flatMap(endsOf))
      if (named(node.callee) === 'say') said.push(...endsOf(node.arguments[0]))
    },
    Property(node) {
      if (MEMBERS.has(named(node.key))) raised.push(...endsOf(node.value))
    },
    ReturnStatement(node) {
      returned.push(...endsOf(node.argument))
    },
    ArrowFunctionExpression(node) {
      returned.push(...endsOf(node.body))
    },
    VariableDeclarator(node) {
      if (CONSTANTS.has(named(node.id))) held.push(...endsOf(node.init))
      if (TABLES.has(named(node.id)) && node.init?.type === 'ObjectExpression') {
        for (const one of node.init.properties) {
          if (one.type === 'Property') raised.push(...endsOf(one.value))
        }
      }
    },
  }).visit(parseSync(file, source).program)
  // A single word is a code, a name or a path.
  const spoken = (ends: readonly End[]): string[] =>
    ends.map(textOf).filter((text) => text.includes(' '))
  return {
    messages: spoken(
      [...raised, ...said, ...held, ...returned.filter((end) => SENTENCE.test(textOf(end)))].filter(
        isWhole,
      ),
    ),
    said: said.map(textOf).filter((text) => text.includes('{{')),
    composed: spoken([...raised, ...said, ...held].filter((end) => !isWhole(end))),
  }
}

/** The text of a source file. */
export const sourceOf = (file: string): string => readFileSync(path.join(root, file), 'utf8')

/** Messages of each source file; `left` leaves files out. */
export const messages = (left: (file: string) => boolean): ReadonlyMap<string, Found> =>
  new Map(
    ['src', 'schemas'].flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).flatMap(
        (name): [string, Found][] => {
          const file = path.posix.join(folder, name.replaceAll(path.sep, '/'))
          const isLeft = !/\.tsx?$/.test(file) || /\.(?:test|d)\./.test(file) || left(file)
          return isLeft ? [] : [[file, messagesIn(file, sourceOf(file))]]
        },
      ),
    ),
  )
