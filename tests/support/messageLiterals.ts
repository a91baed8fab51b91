import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync, Visitor, type ESTree } from 'rolldown/utils'

const root = path.resolve(import.meta.dirname, '../..')

/** Calls whose texts are messages for people. */
const CALLS = new Set(
  'forbidden conflict notFound unknown refused wrong fail refuse refine check broken malformed missing invalid'.split(
    ' ',
  ),
)
/** Errors that people see, by their class. */
const ERRORS = /Problem|JobFailed|Refused|Refusal|Stale/
const MEMBERS = new Set(['message', 'detail', 'error'])

/** The texts an expression can be, without those that are put together. */
const textsOf = (node: ESTree.Node | null | undefined): string[] => {
  switch (node?.type) {
    case 'Literal':
      return typeof node.value === 'string' ? [node.value] : []
    case 'TemplateLiteral':
      return node.expressions.length === 0 ? [node.quasis[0]?.value.cooked ?? ''] : []
    case 'ConditionalExpression':
      return [...textsOf(node.consequent), ...textsOf(node.alternate)]
    case 'LogicalExpression':
      return [...textsOf(node.left), ...textsOf(node.right)]
    default:
      return []
  }
}

const named = (node: ESTree.Node): string => {
  if (node.type === 'Identifier') return node.name
  return node.type === 'MemberExpression' && node.property.type === 'Identifier'
    ? node.property.name
    : ''
}

/** Messages for people in a source, without placeholders, and the templates given to `say`. */
export const messagesIn = (file: string, source: string): string[] => {
  const found: string[] = []
  const take = (nodes: readonly ESTree.Node[]): void => {
    // A single word is a code, a name or a path.
    found.push(...nodes.flatMap(textsOf).filter((text) => text.includes(' ')))
  }
  new Visitor({
    NewExpression(node) {
      if (ERRORS.test(named(node.callee))) take(node.arguments)
    },
    CallExpression(node) {
      if (CALLS.has(named(node.callee))) take(node.arguments)
      if (named(node.callee) === 'say') take(node.arguments.slice(0, 1))
    },
    Property(node) {
      if (MEMBERS.has(named(node.key))) take([node.value])
    },
  }).visit(parseSync(file, source).program)
  return found
}

/** Messages for people in all sources, with the files that hold them; `left` leaves files out. */
export const messages = (left: (file: string) => boolean): Map<string, string[]> => {
  const found = new Map<string, string[]>()
  for (const folder of ['src', 'schemas']) {
    for (const name of readdirSync(path.join(root, folder), {
      recursive: true,
      encoding: 'utf8',
    })) {
      const file = path.posix.join(folder, name.replaceAll(path.sep, '/'))
      if (!/\.tsx?$/.test(file) || /\.(?:test|d)\./.test(file) || left(file)) continue
      for (const text of messagesIn(file, readFileSync(path.join(root, file), 'utf8'))) {
        found.set(text, [...(found.get(text) ?? []), file])
      }
    }
  }
  return found
}
